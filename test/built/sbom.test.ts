import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The last part of a path or a scoped name; the list gives scopes separately. */
const lastOf = (path: string) => path.split('/').at(-1) ?? ''

test('npm run sbom lists every package of the lock with its version and hash', () => {
  const { stdout, status } = spawnSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8' })
  expect(status).toBe(0)
  const { bomFormat, components } = JSON.parse(stdout) as {
    bomFormat: string
    components: { name: string; version: string; hashes?: { alg: string }[] }[]
  }
  expect(bomFormat).toBe('CycloneDX')
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version: string; name?: string }>
  }
  // A package installed under another name gives its own.
  const locked = Object.entries(packages).map(
    ([path, { name, version }]) => `${lastOf(name ?? path)} ${version}`,
  )
  const listed = new Set(components.map(({ name, version }) => `${lastOf(name)} ${version}`))
  expect(locked.slice(1).filter((each) => !listed.has(each))).toEqual([])
  expect(components.filter(({ hashes }) => hashes?.[0]?.alg !== 'SHA-512')).toEqual([])
})
