import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { refuseIf } from '#faults/fault.ts'

/** Words of our languages, of keyboards and of this product, which people put digits and signs around. */
const words = new Set(
  `password passwort passw pass parole parol contrasena clave motdepasse senha haslo heslo geheim welcome willkommen
  bienvenido laipni admin administrator administrador root user usuario lietotajs guest test testing temp temporary
  default changeme letmein login master access hello hallo hola privet iloveyou loveyou lovely love sunshine princess
  prince dragon monkey shadow superman batman spiderman starwars pokemon naruto football baseball basketball soccer hockey
  liverpool chelsea arsenal barcelona realmadrid juventus michael michelle jessica jennifer ashley daniel andrew joshua
  jordan thomas robert charlie george william martin anthony nicole hannah amanda andrea alexander aleksandr natasha
  nastya marina angel angels flower summer winter spring autumn january february march april june july august september
  october november december monday tuesday wednesday thursday friday saturday sunday qwerty qwertz azerty qwertyuiop
  asdfgh asdfghjkl asdf zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc qweqwe asdasd qwer wasd abc abcd abcde abcdef
  abcdefg abcabc aaa aaaaaa xxx xxxxxx computer internet samsung google facebook microsoft windows linkedin twitter
  instagram yahoo gmail apple iphone android company office business service server database system trustno freedom
  whatever nothing killer hunter ranger buster tigger pepper cookie cheese chocolate banana orange ginger maggie bailey
  mustang ferrari porsche mercedes corvette harley yamaha matrix money dollar lucky jesus christ blessed heaven secretpass
  mysecret mypassword mypass newpassword lintel latvija riga moscow moskva russia rossiya london madrid berlin america
  europe`
    .trim()
    .split(/\s+/),
)

/**
 * The 49,000 most frequent passwords of public leaks, in lower case, most frequent first (MIT licence). The list stays
 * on the server and is read when the first password is chosen: a form with the list would have to load it.
 */
const listed = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json')

type Known = { readonly all: ReadonlySet<string>; readonly first: ReadonlySet<string> }
let known: Promise<Known> | undefined

function knownPasswords(): Promise<Known> {
  known ??= readFile(listed, 'utf8').then((text) => {
    const all = JSON.parse(text) as string[]
    // With something else around it a word has to be one of the first; the list has rare words too.
    return { all: new Set(all), first: new Set([...all.slice(0, 3000).filter((word) => word.length > 3), ...words]) }
  })
  // A file that could not be read, as with too many open, is read again.
  known.catch(() => (known = undefined))
  return known
}

const alike: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/**
 * Refuses a password of the leaks, with or without digits and signs around it, and one made of the person's own words: their
 * names, their environments, the address of this installation.
 */
export async function refuseCommonPassword(
  password: string,
  own: readonly string[],
  target = 'password',
): Promise<void> {
  if (await isCommon(password, own)) refuseIf([{ code: 'validation.passwordCommon', target }])
}

/** Whether a password is one of the first that anyone tries. */
export async function isCommon(password: string, own: readonly string[]): Promise<boolean> {
  const { all, first } = await knownPasswords()
  const small = plain(password)
  const bare = trimmed(small)
  const read = trimmed([...bare].map((sign) => alike[sign] ?? sign).join(''))
  // 'Aa1111' and the like: few different signs, or a run of neighbours.
  if (new Set(small).size <= 3 || bare === '' || all.has(small)) return true
  const names = own.flatMap((text) => plain(text).split(/[@.:/\s_+-]+/)).filter((name) => name.length > 3)
  const spoken = [bare, read, trimmed(bare.replaceAll(/[^a-z]/g, ''))]
  return spoken.some((word) => first.has(word) || names.includes(word))
}

function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Without digits and signs at its ends. */
function trimmed(text: string): string {
  return text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
}
