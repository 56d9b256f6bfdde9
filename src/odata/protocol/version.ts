/** The version of the protocol that answers follow. */
export const odataVersion = { 'odata-version': '4.01' } as const
