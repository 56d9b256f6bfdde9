import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hashFiles, listFiles } from '#main/sourceHash.ts'

const root = join(import.meta.dirname, '..', '..')
const length = 12

/**
 * Names the build of this program: its commit, such as `9f866fc0a1b2`; with changes of its sources that are not committed
 * also a hash over `src` (`9f866fc0a1b2+5d3c91e0`); without git the hash alone (`src-5d3c91e04f7a`).
 */
export async function readBuild(folder = root): Promise<string> {
  // A clone inside another repository is not that repository's commit.
  const commit = existsSync(join(folder, '.git'))
    ? await git(folder, ['rev-parse', `--short=${length}`, 'HEAD'])
    : undefined
  if (commit === undefined) return `src-${(await hashSources(folder)).slice(0, length)}`
  const changes = await git(folder, ['status', '--porcelain', '--', 'src'])
  return changes ? `${commit}+${(await hashSources(folder)).slice(0, 8)}` : commit
}

async function hashSources(folder: string): Promise<string> {
  const paths = await listFiles(folder, 'src')
  return hashFiles(
    folder,
    paths.filter((path) => !path.includes('.test.')),
  )
}

/** The output of git; undefined where git is missing or does not trust the folder. */
async function git(folder: string, parameters: readonly string[]): Promise<string | undefined> {
  return promisify(execFile)('git', ['-C', folder, ...parameters]).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  )
}
