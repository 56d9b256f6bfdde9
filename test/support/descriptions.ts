import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { xmlRegisterInputProvider, XmlBufferInputProvider, XmlDocument, XsdValidator } from 'libxml2-wasm'

const schemas = join(dirname(fileURLToPath(import.meta.resolve('odata-csdl/package.json'))), 'schemas')

/** Says what the OASIS XML schemas of CSDL 4.01 find wrong with a document; nothing where it is right. */
export async function openXmlSchema(): Promise<(xml: string) => string[]> {
  const files = await Promise.all(
    ['edm.xsd', 'edmx.xsd'].map(async (name) => [name, await readFile(join(schemas, name))] as const),
  )
  xmlRegisterInputProvider(new XmlBufferInputProvider(Object.fromEntries(files.map(([name, bytes]) => [name, bytes]))))
  const schema = XmlDocument.fromBuffer(files[1]?.[1] ?? new Uint8Array(), { url: 'edmx.xsd' })
  const validator = XsdValidator.fromDoc(schema)
  return (xml) => {
    const document = XmlDocument.fromString(xml)
    try {
      validator.validate(document)
      return []
    } catch (error) {
      return [String(error)]
    } finally {
      document.dispose()
    }
  }
}

/** The same by the OASIS JSON schema of CSDL JSON 4.01. */
export async function openJsonSchema(): Promise<(json: string) => string[]> {
  const schema = JSON.parse(await readFile(join(schemas, 'csdl.schema.json'), 'utf8')) as object
  const validate = new Ajv({ allErrors: true, strict: false, unicodeRegExp: true }).compile(schema)
  return (json) => {
    validate(JSON.parse(json))
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }
}
