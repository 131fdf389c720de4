import { readFileSync } from 'node:fs'

/** Which product this is. */
export interface Version {
  /** As in package.json and CHANGELOG.md. */
  version: string
  /** The commit it was built from, abbreviated; `unknown` where it was built without git. */
  commit: string
}

/** Written by the build (`vite.config.ts`); the working directory has it, as it has package.json. */
const BUILT = 'build/versao.json'

/** Reads which product this is; of what was never built, as in development, the version alone. */
export function readVersion(): Version {
  for (const path of [BUILT, 'package.json']) {
    try {
      const { version, commit = 'unknown' } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Version>
      if (version !== undefined) return { version, commit }
    } catch {
      // The next one tells.
    }
  }
  return { version: 'unknown', commit: 'unknown' }
}
