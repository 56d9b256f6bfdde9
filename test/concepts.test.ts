import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { screenPaths, shellPaths } from '#main/pagePaths.ts'
import { places } from './support/webTexts.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const importsOf = (path: string) => [...read(path).matchAll(/^import [^'"]*from '(#[^']+)'/gm)].map(([, to = '']) => to)

/** The lists of main in which each concept has a line: what they take of one comes from one file of it. */
const lists = {
  'src/main/concepts.ts': /\/server\/manifest\.ts$/,
  'src/main/pagePaths.ts': /\/screenPaths\.ts$/,
  'src/main/web/screens.ts': /\/web\/screens\.ts$/,
  'src/main/web/navigation.ts': /\/web\/navigation\.ts$/,
}

test.each(Object.entries(lists))('%s has a line for each concept that brings something, and no more', (list, form) => {
  const brought = globSync('src/**/*.ts').filter((path) => form.test(path) && !path.startsWith('src/main/'))
  const taken = importsOf(list).filter((to) => form.test(to))
  expect(taken.toSorted()).toEqual(brought.map((path) => path.replace(/^src\//, '#')).toSorted())
  for (const path of taken) {
    const [, name = ''] = new RegExp(`^import \\{ (?:type )?(\\w+)[^}]*\\} from '${path}'`, 'm').exec(read(list)) ?? []
    const lines = read(list)
      .split('\n')
      .filter((line) => new RegExp(`\\b${name}\\b`).test(line))
    expect(lines.length, name).toBe(2)
  }
})

test('a line of the navigation leads to a screen', () => {
  const lines = globSync('src/**/web/navigation.ts')
    .filter((path) => !path.startsWith('src/main/'))
    .flatMap((path) => [...read(path).matchAll(/\bpath: '([^']+)'/g)].map(([, to = '']) => `/$eid${to}`))
  expect(lines.length).toBeGreaterThan(5)
  expect(lines.filter((path) => !screenPaths.some((each) => each === path))).toEqual([])
})

test('main makes no routes and no tables of a concept by itself', () => {
  const taken = globSync('src/main/*.ts')
    .filter((path) => !path.includes('.test.'))
    .flatMap(importsOf)
    .filter((to) => /\.(?:schema|migrations)\.ts$|Routes\.ts$|\.routes\.ts$/.test(to))
    .filter((to) => !/^#(?:main|platform)\//.test(to))
  // Hooks that stand before every route, and the collation of a schema.
  expect([...new Set(taken)].toSorted()).toEqual([
    '#accounts/server/signUp/botCheck.routes.ts',
    '#changes/server/changes.routes.ts',
    '#environments/server/environments.schema.ts',
    '#environments/server/membership.routes.ts',
  ])
})

test('main has no text and no path of a concept', () => {
  const groups = [...places].filter(([, { room }]) => room === 'main').map(([key]) => key.split('.')[0])
  expect([...new Set(groups)].toSorted()).toEqual(['index', 'legal', 'overview', 'shell'])
  expect(shellPaths.filter((path) => /\$eid\//.test(path))).toEqual([])
})
