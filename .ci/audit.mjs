// Audits the lockfile. Fails for an advisory that is not listed here, and for one last read over a year ago
// (decision 0048).
import { spawnSync } from 'node:child_process'

/** Open advisories that do not reach us, and the day each was read. */
const KNOWN = new Map([
  // A redirect through a backslash.
  ['GHSA-wrjc-x8rr-h8h6', '2026-11-26'],
  // Errors re-created in a browser.
  ['GHSA-337j-9hxr-rhxg', '2026-11-26'],
])
const YEAR_MS = 366 * 86_400_000

const { stdout } = spawnSync('npm', ['audit', '--package-lock-only', '--json'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
const { vulnerabilities, message } = JSON.parse(stdout)
if (!vulnerabilities) throw new Error(`npm audit: ${message}`)
const advisories = new Map(
  Object.values(vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((via) => typeof via === 'object')
    .map(({ url, title }) => [url.split('/').at(-1), title]),
)
for (const [id, title] of advisories) {
  const readOn = KNOWN.get(id)
  const isRead = readOn !== undefined && Date.now() - Date.parse(readOn) < YEAR_MS
  console.log(
    `${isRead ? 'known' : 'NEW'} ${id} ${title}${readOn === undefined ? '' : `, read on ${readOn}`}`,
  )
  if (!isRead) process.exitCode = 1
}
for (const id of KNOWN.keys())
  if (!advisories.has(id)) console.log(`gone ${id}: take it out of .ci/audit.mjs`)
