import { mkdir, mkdtemp, readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chooseAccount } from '#platform/server/postgres/account.ts'
import { hydrateLinks } from '#platform/server/postgres/binaries.ts'
import { nextDiskState } from '#platform/server/postgres/disk.ts'
import { takeHostLock } from '#platform/server/postgres/hostLock.ts'
import { claimFolder } from '#platform/server/postgres/clusterFolder.ts'
import { versionProblem } from '#platform/server/postgres/version.ts'

describe('parts of the supervisor', () => {
  test('root lends PostgreSQL an unprivileged user of the machine', () => {
    const root = 'root:x:0:0:root:/root:/bin/bash\n'
    const nobody = 'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n'
    expect(chooseAccount(`${root}${nobody}postgres:x:101:104::/var/lib/postgresql:/bin/bash\n`)?.name).toBe('postgres')
    expect(chooseAccount(`${root}${nobody}`)).toEqual({ uid: 65534, gid: 65534, name: 'nobody' })
    expect(chooseAccount(`${root}postgres:x:0:0::/:/bin/sh\n`)).toBeUndefined()
  })

  test.each([
    ['roomy', 0.051, 'roomy'],
    ['roomy', 0.049, 'full'],
    ['full', 0.059, 'full'],
    ['full', 0.061, 'roomy'],
  ] as const)('a disk that was %s and has %d free is %s', (before, share, after) => {
    expect(nextDiskState(before, share)).toBe(after)
  })

  test('library links are made where an install script was not allowed to', async () => {
    const root = await mkdtemp(join(tmpdir(), 'lintel-links-'))
    await mkdir(join(root, 'native', 'lib'), { recursive: true })
    await writeFile(join(root, 'native', 'lib', 'libx.so.1.2'), '')
    const list = [{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }]
    await writeFile(join(root, 'native', 'pg-symlinks.json'), JSON.stringify(list))
    await Promise.all([hydrateLinks(root), hydrateLinks(root)])
    expect(await readlink(join(root, 'native', 'lib', 'libx.so.1'))).toBe('libx.so.1.2')
    await rm(root, { recursive: true })
  })

  test('a folder whose name can be foretold is taken only where it is new or a real folder of one of ours', async () => {
    const root = await mkdtemp(join(tmpdir(), 'lintel-claims-'))
    const own = process.getuid?.()
    expect(await claimFolder(join(root, 'new'), [own])).toBe(true)
    expect(await claimFolder(join(root, 'new'), [own])).toBe(true)
    await expect(claimFolder(join(root, 'new'), [4_000_000])).rejects.toThrow('belongs to user')
    await symlink(join(root, 'new'), join(root, 'link'))
    await expect(claimFolder(join(root, 'link'), [own])).rejects.toThrow('is not a folder')
    expect(await claimFolder(join(root, 'missing', 'new'), [own])).toBe(false)
    await rm(root, { recursive: true })
  })

  test('of many who take a folder whose holder died, one gets it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lintel-lock-'))
    for (let round = 0; round < 20; round++) {
      await writeFile(join(folder, 'host.lock'), `${process.pid} 1 died-and-its-number-was-reused-${round}\n`)
      const tries = await Promise.allSettled(Array.from({ length: 12 }, () => takeHostLock(folder)))
      const winners = tries.filter((result) => result.status === 'fulfilled')
      expect(winners.length, `round ${round}`).toBe(1)
      await winners[0]?.value.release()
    }
    expect(await readdir(folder)).toEqual([])
    await rm(folder, { recursive: true })
  })

  test('a PostgreSQL of the operator must be 15 or later', () => {
    expect(versionProblem(150_000)).toBeUndefined()
    expect(versionProblem(140_012)).toBe('Lintel needs PostgreSQL 15 or later, and this one is 14.')
  })
})
