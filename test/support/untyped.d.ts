declare module 'odata-csdl' {
  /** Converts CSDL XML to CSDL JSON. */
  export function xml2json(xml: string, options?: { readonly strict?: boolean; readonly messages?: object[] }): object
}
declare module '@sap-ux/odata-vocabularies/dist/resources/*' {
  const vocabulary: object
  export default vocabulary
}
