import tseslint from 'typescript-eslint';

const SYNTAX = [
  {
    selector: 'TSEnumDeclaration',
    message: 'Use a union of literals or an `as const` object.',
  },
  { selector: 'ExportDefaultDeclaration', message: 'Use named exports.' },
];

const CODE = ':matches(Property[key.name="error_code"], Property[key.value="error_code"])';
const REASON =
  'ObjectExpression:has(> Property[key.name=/^(category|retryable)$/]) > Property[key.name="reason"]';
const BARE = ':matches(Literal, TemplateLiteral, TSAsExpression)';
/** Prose has other reasons than codes. */
const BARE_REASON = ':matches(Literal[value=/^[A-Z][A-Z0-9_]*$/], TSAsExpression)';

/** The brands keep Engram's two namespaces of codes apart; casts and bare texts would get around them. */
const BRANDS = [
  {
    selector:
      'TSAsExpression > TSTypeReference[typeName.name=/^(McpErrorReason|ToolResultErrorCode|ErrorData)$/]',
    message: 'Take the code from its namespace instead of a cast.',
  },
  {
    selector: [
      `${CODE} > ${BARE}.value`,
      `${CODE} > MemberExpression[object.name="McpErrorReason"]`,
      `AssignmentExpression[left.property.name="error_code"] > ${BARE}.right`,
    ].join(', '),
    message: 'error_code takes ToolResultErrorCode.*, not a reason, a bare text or a cast.',
  },
  {
    selector: [
      `${REASON} > ${BARE_REASON}.value`,
      `${REASON} > MemberExpression[object.name="ToolResultErrorCode"]`,
    ].join(', '),
    message: 'reason takes McpErrorReason.*, not a result code, a bare text or a cast.',
  },
];

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', 'coverage/**'] },
  ...tseslint.configs.recommended,
  {
    languageOptions: { parserOptions: { projectService: false } },
    rules: {
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...SYNTAX],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
    },
  },
  {
    files: ['packages/core/src/**/*.ts', 'packages/catalogs/src/**/*.ts'],
    ignores: ['**/*.{test,drill}.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['process', 'Buffer', 'window', 'document', 'console', 'require', 'global'].map(
          (name) => ({
            name,
            message: 'The library runs in Node, browsers and workers; take it as a parameter.',
          }),
        ),
      ],
    },
  },
  {
    // Two namespaces of error codes that must not be mixed; pins in tests are literals on purpose.
    files: ['packages/catalogs/src/engram/**/*.ts', 'systems/engram/**/*.ts'],
    ignores: ['**/*.{test,drill}.ts'],
    rules: { 'no-restricted-syntax': ['error', ...SYNTAX, ...BRANDS] },
  },
  {
    files: ['*.config.{js,ts}', 'packages/cli/**', 'scripts/**', 'bench/**', 'examples/**'],
    rules: { 'no-console': 'off', 'no-restricted-syntax': 'off' },
  },
);
