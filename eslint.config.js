import tseslint from 'typescript-eslint'
import { TypeFlags } from 'typescript'

/**
 * No text from outside is the key of a plain object, which has `constructor` and `__proto__` without being told: an object
 * is indexed by names that are known, anything else is asked of `own` or of a Map.
 */
const ownKeys = {
  meta: { type: 'problem', schema: [], messages: { open: 'Ask `own` (server/domain/own.ts) or a Map.' } },
  create(context) {
    const { getTypeAtLocation } = context.sourceCode.parserServices
    const isOpen = (node) => {
      const type = getTypeAtLocation(node)
      return (type.isUnion() ? type.types : [type]).some(({ flags }) => flags & TypeFlags.String)
    }
    return {
      'MemberExpression[computed=true]'(node) {
        if (isOpen(node.property)) context.report({ node, messageId: 'open' })
      },
      'BinaryExpression[operator="in"]'(node) {
        if (isOpen(node.left)) context.report({ node, messageId: 'open' })
      },
    }
  },
}

export default tseslint.config(
  { ignores: ['build/', 'coverage/', 'node_modules/', 'test-results/', 'data/'] },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
  },
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Single fetch is off (decision 0001), and without it `json` is the one way to answer data with a status.
      '@typescript-eslint/no-deprecated': [
        'error',
        { allow: [{ from: 'package', name: 'json', package: '@remix-run/server-runtime' }] },
      ],
      // The adapters answer Promises whether or not they have to wait.
      '@typescript-eslint/require-await': 'off',
      // Routes throw Response objects: that is how Remix answers from a loader.
      '@typescript-eslint/only-throw-error': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidOperator: true },
      ],
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/consistent-type-definitions': 'off',
    },
  },
  {
    files: ['app/**/*.{ts,tsx}', 'server/**/*.ts'],
    ignores: ['server/domain/own.ts'],
    plugins: { convites: { rules: { 'own-keys': ownKeys } } },
    rules: { 'convites/own-keys': 'error' },
  },
  {
    files: ['**/*.mjs', '*.js'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
)
