declare module 'odata-csdl' {
  /** Converts CSDL XML to CSDL JSON. */
  export function xml2json(xml: string, options?: { readonly strict?: boolean; readonly messages?: object[] }): object
}
declare module '@sap-ux/odata-vocabularies/dist/resources/*' {
  const vocabulary: object
  export default vocabulary
}
declare module 's3rver' {
  /** An S3 server that keeps its objects in a folder. */
  export default class S3rver {
    constructor(options: {
      readonly address: string
      readonly port: number
      readonly silent: boolean
      readonly directory: string
      readonly allowMismatchedSignatures?: boolean
      readonly configureBuckets: readonly { readonly name: string }[]
    })
    run(): Promise<{ readonly port: number }>
    close(): Promise<void>
  }
}
