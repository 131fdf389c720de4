import { readFileSync } from 'node:fs'

/** Written by the build (`vite.config.ts`); the working directory has it, as it has package.json. */
const BUILT = 'build/versao.json'

/** Reads which product this is; of what was never built, as in development, the version alone. */
export function readVersion() {
  for (const path of [BUILT, 'package.json']) {
    try {
      const { version, commit = 'unknown' } = JSON.parse(readFileSync(path, 'utf8')) as {
        version?: string
        commit?: string
      }
      /** `version` as in package.json and CHANGELOG.md; `commit` abbreviated, `unknown` where it was built without git. */
      if (version !== undefined) return { version, commit }
    } catch {
      // The next one tells.
    }
  }
  return { version: 'unknown', commit: 'unknown' }
}

export type Version = ReturnType<typeof readVersion>
