import { readFileSync } from 'node:fs'

/** Written by the build (`vite.config.ts`) into the working directory, like package.json. */
const BUILT = 'build/versao.json'

/** Reads which product this is; without a build, as in development, only the version. */
export function readVersion() {
  for (const path of [BUILT, 'package.json']) {
    try {
      const { version, commit = 'unknown' } = JSON.parse(readFileSync(path, 'utf8')) as {
        version?: string
        commit?: string
      }
      /** `version` as in package.json and CHANGELOG.md; `commit` abbreviated, `unknown` without git. */
      if (version !== undefined) return { version, commit }
    } catch {
      // The next file may have it.
    }
  }
  return { version: 'unknown', commit: 'unknown' }
}

export type Version = ReturnType<typeof readVersion>
