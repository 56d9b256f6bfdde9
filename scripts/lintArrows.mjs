import { join, relative } from 'node:path'

// The arrows that never exist, seen while one types: oxlint asks the rule that test/architecture.test.ts, the proof, asks
// of every file. An editor may run oxlint under a Node that reads no TypeScript: there this rule is silent, the others not.
const rules = await import('../test/architecture.ts').catch(() => undefined)
const root = join(import.meta.dirname ?? '.', '..')

const arrows = {
  create(context) {
    const from = relative(root, context.filename).replaceAll('\\', '/')
    const look = ({ source, importKind, exportKind }) => {
      if (!rules || typeof source?.value !== 'string') return
      const to = rules.addressOf(from, source.value)
      const reason = rules.refuseArrow({ from, to, typeOnly: [importKind, exportKind].includes('type') })
      if (reason) context.report({ node: source, message: reason })
    }
    return {
      ImportDeclaration: look,
      ImportExpression: look,
      ExportAllDeclaration: look,
      ExportNamedDeclaration: look,
    }
  },
}

// oxlint-disable-next-line import/no-default-export -- oxlint takes a plugin as the default export of its file
export default { meta: { name: 'lintel' }, rules: { arrows } }
