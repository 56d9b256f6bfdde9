import type { Http } from '#platform/server/http/validation.ts'

const triedPorts = 20

/** Listens on the port, or on the next free one when `exact` is false; answers the port it got. */
export async function listen(app: Http, host: string, port: number, exact: boolean): Promise<number> {
  for (let candidate = port; ; candidate++) {
    try {
      await app.listen({ host, port: candidate })
      return candidate
    } catch (error) {
      const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
      if (!taken) throw error
      if (exact || candidate >= port + triedPorts)
        throw new Error(`Port ${candidate} is in use by another program.`, { cause: error })
    }
  }
}
