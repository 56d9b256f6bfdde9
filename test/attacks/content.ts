import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { placeAfterSignIn } from '../../src/accounts/session.ts'
import { readExpression } from '../../src/expressions/expression.ts'
import { noFields } from '../../src/expressions/type.ts'
import { createOutbound } from '../../src/platform/server/outbound.ts'
import { expected } from '../support/maker.ts'
import type { Things } from '../support/things.ts'
import { upload } from '../support/uploads.ts'
import { attack, gainedBy, type Attack } from './attack.ts'

const site = 'https://lintel.example'
const marker = 'escaped-by-its-name'

/** Where the naive twins keep what they are given. */
export const naiveFolder = ({ lintel }: Things) => `${lintel.dataFolder}-naive`

/** Attacks by what is brought in, shown or fetched: files, texts, addresses, formulas. */
export async function contentAttacks(things: Things): Promise<readonly Attack[]> {
  const ground = await prepareContentGround(things)
  return [...fileAttacks(ground), ...textAttacks(ground), ...hostAttacks()]
}

/** What the attacks share. */
async function prepareContentGround(things: Things) {
  const { maker, home, lintel, records } = things
  const folder = naiveFolder(things)
  const secret = join(folder, 'host-secret')
  await mkdir(join(folder, 'deep', 'uploads'), { recursive: true })
  await writeFile(secret, 'a secret of the host')
  const { value } = (await maker.send('GET', `/api/metadata/attribute/v1/${home.id}/${things.entity.id}`)).json<{
    value: { uri: string; id: string }[]
  }>()
  const papers = value.find(({ uri }) => uri === 'papers')?.id ?? ''
  const place = `/api/file/v1/${home.id}`
  const bring = (name: string, content: string) => upload(maker.send, `${place}/attribute/${papers}`, name, content)

  const served = async (name: string, content: string): Promise<Served | 'refused'> => {
    const brought = await bring(name, content)
    if (brought.status === 422) return 'refused'
    const { id } = brought.json<{ id: string }>()
    return (await expected(200, maker.send('GET', `${place}/${id}`))).headers
  }
  const keptText = async (story: string) => {
    const made = (await expected(201, maker.send('POST', records(), { story }))).json<{ story: string | null }>()
    return made.story ?? ''
  }
  const exported = async (values: readonly string[]) => {
    for (const title of values) await expected(201, maker.send('POST', records(), { title }))
    const url = `/api/export/v1/${home.id}/${things.entity.id}?format=csv&columns=title`
    return (await expected(200, maker.send('GET', url))).text
  }
  return { maker, lintel, folder, secret, value, papers, place, bring, served, keptText, exported }
}

type ContentGround = Awaited<ReturnType<typeof prepareContentGround>>

/** Attacks by files. */
function fileAttacks(ground: ContentGround): readonly Attack[] {
  const { maker, lintel, folder, secret, papers, place, bring, served } = ground
  return [
    attack<(body: object) => Promise<string>>(
      'a JSON body that poses as an uploaded file',
      async (submit) =>
        (await submit({ files: { file: { filepath: secret, originalFilename: 'x.csv' } } })).includes('a secret of')
          ? ['a file of the host was read']
          : [],
      {
        ours: async (body) => (await maker.send('POST', `${place}/attribute/${papers}`, body)).text,
        // As form parsers fill it: whoever sends JSON fills it as well.
        naive: async (body) =>
          readFile((body as { files: { file: { filepath: string } } }).files.file.filepath, 'utf8'),
      },
    ),
    attack<{ store: (name: string) => Promise<boolean>; folder: string }>(
      'names of files that lead elsewhere, end too early or never',
      async ({ store, folder: within }) => {
        const names = [`../../${marker}`, `..\\${marker}`, join(folder, marker), `a\0${marker}`, marker.repeat(20)]
        const broken = await gainedBy(names, async (name) => !(await store(name).catch(() => false)))
        const named = (await readdir(within, { recursive: true })).filter((path) => path.includes(marker))
        return [...broken, ...named]
      },
      {
        ours: {
          folder: lintel.dataFolder,
          store: async (name) => (await bring(name, 'x')).status < 500,
        },
        naive: {
          folder,
          store: (name) => writeFile(join(folder, 'deep', 'uploads', name), 'x').then(() => true),
        },
      },
    ),
    attack<(name: string, content: string) => Promise<Served | 'refused'>>(
      'files that run where they are shown',
      (serve) =>
        gainedBy(
          [
            ['evil.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
            ['page.png', '<!doctype html><script>alert(1)</script>'],
            ['page.html', '<!doctype html><script>alert(1)</script>'],
            ['both.pdf', '%PDF-1.7\n<html><script>alert(1)</script></html>'],
          ] as const,
          async ([name, content]) => runs(await serve(name, content)),
        ),
      {
        ours: served,
        naive: async (name) => ({ 'content-type': name.endsWith('.svg') ? 'image/svg+xml' : 'text/html' }),
      },
    ),
  ]
}

/** Attacks by texts that a browser or a spreadsheet would run. */
function textAttacks(ground: ContentGround): readonly Attack[] {
  const { keptText, exported } = ground
  return [
    attack<(html: string) => Promise<string>>(
      'rich text with scripts, written by API',
      (keep) =>
        gainedBy(
          [
            '<img src=x onerror=alert(1)>',
            '<a href="javascript:alert(1)">x</a>',
            '<svg><script>alert(1)</script></svg>',
            '<scr<script></script>ipt>alert(1)</script>',
            '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
            '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
          ],
          async (html) => /<(?:script|svg|iframe|math|style)|\son\w+\s*=|javascript:/i.test(await keep(html)),
        ),
      { ours: keptText, naive: async (html) => html.replaceAll(/<script[^>]*>.*?<\/script>/gi, '') },
    ),
    attack<(next: string) => string>(
      'places after sign-in that are another site’s',
      (placeAfter) =>
        gainedBy(
          ['//evil.example', '/\\evil.example', '/\t/evil.example', 'https://evil.example', 'javascript:alert(1)'],
          async (next) => new URL(placeAfter(next), site).origin !== site,
        ),
      { ours: placeAfterSignIn, naive: (next) => (next.startsWith('/') ? next : '/main') },
    ),
    attack<(values: readonly string[]) => Promise<string>>(
      'cells that a spreadsheet would run',
      async (exporter) => {
        const text = await exporter([
          '=HYPERLINK("http://evil.example")',
          '+cmd',
          '@SUM(1)',
          '-2+3',
          '=1+1',
          '\n=1+1',
          '＝1+1',
          '＠SUM(1)',
        ])
        const cells = [...text.matchAll(/"(?<quoted>(?:[^"]|"")*)"|(?<plain>[^",\r\n]+)/g)]
        return gainedBy(cells, async ({ groups }) =>
          /^[=+@\-\t\r\n＝＋－＠]/.test(groups?.['quoted'] ?? groups?.['plain'] ?? ''),
        )
      },
      {
        ours: exported,
        naive: async (values) => values.map((value) => `"${value.replaceAll('"', '""')}"`).join('\r\n'),
      },
    ),
  ]
}

/** Attacks that reach the network or the host. */
function hostAttacks(): readonly Attack[] {
  return [
    attack<(url: string) => Promise<string>>(
      'requests to inner addresses',
      async (get) => {
        const server = createServer((_request, answer) => answer.end('a secret of the network'))
        await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
        const { port } = server.address() as AddressInfo
        const hosts = ['127.0.0.1', '[::ffff:7f00:1]', '0', '2130706433', '0x7f.1', '127.1', 'localhost.']
        const gained = await gainedBy(hosts, async (host) =>
          (await get(`http://${host}:${port}/`).catch(() => '')).includes('a secret'),
        )
        await new Promise((done) => server.close(done))
        return gained
      },
      {
        async ours(url) {
          const outbound = createOutbound({ allow: [] })
          return outbound
            .fetch(url)
            .then((answer) => answer.text())
            .finally(() => outbound.stop())
        },
        async naive(url) {
          if (/127\.0\.0\.1|localhost|169\.254|::1/.test(url)) throw new Error('forbidden')
          return (await fetch(url)).text()
        },
      },
    ),
    attack<(text: string) => unknown>(
      'formulas that reach the host',
      (evaluate) =>
        gainedBy(
          [
            'constructor.constructor("return process")()',
            '[].map.constructor("return process")()',
            'globalThis.process',
            '(() => { throw Error.prepareStackTrace })()',
            '`${process.pid}`',
          ],
          async (text) => evaluate(text) !== undefined,
        ),
      {
        ours: (text) => {
          const read = readExpression(text, noFields)
          return Array.isArray(read) ? undefined : read
        },
        naive: (text) => {
          try {
            // oxlint-disable-next-line no-implied-eval
            return new Function('record', `with (record) { return ${text} }`)({}) as unknown
          } catch {
            return undefined
          }
        },
      },
    ),
  ]
}

type Served = Readonly<Record<string, string | undefined>>

/** Whether a browser that opens the address would run what it holds. */
function runs(headers: Served | 'refused'): boolean {
  if (headers === 'refused') return false
  if (/attachment/.test(headers['content-disposition'] ?? '')) return false
  if (/sandbox/.test(headers['content-security-policy'] ?? '')) return false
  const isActive = /svg|html|xml|script/.test(headers['content-type'] ?? '')
  return isActive || headers['x-content-type-options'] !== 'nosniff'
}
