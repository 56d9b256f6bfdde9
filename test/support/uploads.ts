import type { Answer, Send } from './maker.ts'

/** Uploads bytes under a name, as a browser's form does. */
export function upload(send: Send, path: string, name: string, content: Buffer | string): Promise<Answer> {
  const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--b--\r\n')])
  return send('POST', path, body, { 'content-type': 'multipart/form-data; boundary=b' })
}
