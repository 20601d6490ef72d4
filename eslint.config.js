import tseslint from 'typescript-eslint';
import { engramPlugin } from './scripts/eslint/engram-namespaces.js';

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', 'coverage/**'] },
  ...tseslint.configs.recommended,
  {
    languageOptions: { parserOptions: { projectService: false } },
    rules: {
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: 'TSEnumDeclaration',
          message: 'Use a union of literals or an `as const` object.',
        },
        { selector: 'ExportDefaultDeclaration', message: 'Use named exports.' },
      ],
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
    plugins: { engram: engramPlugin },
    rules: { 'engram/namespaces': 'error' },
  },
  {
    files: ['*.config.{js,ts}', 'packages/cli/**', 'scripts/**', 'bench/**', 'examples/**'],
    rules: { 'no-console': 'off', 'no-restricted-syntax': 'off' },
  },
);
