import { erlmcp } from '@errata/catalogs/erlmcp';
import { membersOf } from '@errata/core/internal';
import type { Kit, KitOptions } from '@errata/kit';
import { expressionTool } from './expression-tool.js';
import { readAddition, textOf } from './read-addition.js';

/** Methods that change the tools of a running server; its clients are told that the list has changed. */
export function adminMethods(kit: () => Kit): NonNullable<KitOptions['methods']> {
  return {
    'admin/add-tool': (params) => {
      const addition = readAddition(params);
      kit().addTool(expressionTool(addition));
      const { name, variables } = addition;
      return { name, arguments: variables };
    },
    'admin/remove-tool': (params) => {
      const name = textOf(membersOf(params), 'name');
      if (!kit().removeTool(name)) throw erlmcp.TOOL_NOT_FOUND({ tool: name });
      return { name };
    },
  };
}
