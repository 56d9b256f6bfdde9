import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..', 'docs', 'decisions')
const files = readdirSync(folder)
  .filter((name) => /^\d{4}-.*\.md$/.test(name))
  .toSorted()

test('decisions are numbered without gaps, and their index names each by its title', () => {
  expect(files.map((name) => Number(name.slice(0, 4)))).toEqual(files.map((_name, at) => at + 1))
  const rows = files.map((name, at) => {
    const [title = ''] = readFileSync(join(folder, name), 'utf8').split('\n')
    expect(title).toMatch(new RegExp(`^# ${at + 1}\\. \\S`))
    return `| ${at + 1} | [${title.replace(/^# \d+\. /, '')}](${name}) |`
  })
  const index = readFileSync(join(folder, 'README.md'), 'utf8')
  expect(index.split('\n').filter((line) => /^\| \d/.test(line))).toEqual(rows)
})
