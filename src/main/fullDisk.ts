import { fault } from '#faults/fault.ts'
import type { Http } from '#platform/server/http/validation.ts'

/** A nearly full disk: reads go on, everything else is refused before it begins. */
export function refuseWrites(app: Http, isReadOnly: () => boolean): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const changes = !['GET', 'HEAD', 'OPTIONS'].includes(request.method)
    done(changes && isReadOnly() ? fault('server.diskFull') : undefined)
  })
}
