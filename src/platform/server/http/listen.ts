import type { Http } from '#platform/server/http/validation.ts'

const triedPorts = 20

/** Where to listen; `portExact` forbids other ports. */
export type Listening = { readonly host: string; readonly port: number; readonly portExact: boolean }

/** Listens on the port, or on the next free port unless `portExact`; returns the port. */
export async function listen(app: Http, { host, port, portExact }: Listening): Promise<number> {
  for (let candidate = port; ; candidate++) {
    try {
      await app.listen({ host, port: candidate })
      return candidate
    } catch (error) {
      const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
      if (!taken) throw error
      if (portExact || candidate >= port + triedPorts)
        throw new Error(`Port ${candidate} is in use by another program.`, { cause: error })
    }
  }
}
