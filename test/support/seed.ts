import fc from 'fast-check'

// The same cases in every run, so that a test that passed passes again; `SEED=<number>` asks for others.
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 20_260_101) })
