const most = 100

/** In a test file only the callbacks of `describe` and `test` may be longer: helpers and set-up are functions like others. */
const helpers = {
  create(context) {
    const look = (node) => {
      if (node.parent?.type === 'CallExpression' && isTest(node.parent.callee)) return
      const count = countLines(context.sourceCode.getText(node))
      if (count > most)
        context.report({ node, message: `This helper of a test has ${count} lines. At most ${most} are allowed.` })
    }
    return { FunctionDeclaration: look, FunctionExpression: look, ArrowFunctionExpression: look }
  },
}

/** Whether a call begins a test or a group of tests: `test`, `describe.each(...)`, `test.describe`. */
function isTest(callee) {
  switch (callee.type) {
    case 'Identifier':
      return ['describe', 'test', 'it'].includes(callee.name)
    case 'MemberExpression':
      return isTest(callee.object) && !/^(?:before|after)/.test(callee.property.name ?? '')
    case 'CallExpression':
      return isTest(callee.callee)
    case 'TaggedTemplateExpression':
      return isTest(callee.tag)
    default:
      return false
  }
}

/** Lines with code: neither empty nor of comments alone. */
function countLines(text) {
  return text.split('\n').filter((line) => !/^\s*(?:$|\/\/|\/?\*)/.test(line)).length
}

// oxlint-disable-next-line import/no-default-export -- oxlint takes a plugin as the default export of its file
export default { meta: { name: 'lengths' }, rules: { helpers } }
