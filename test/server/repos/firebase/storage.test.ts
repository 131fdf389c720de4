import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { aClaim, anEmpresa, NOW } from '../../../support/factories.ts'
import { openOnFakes } from '../../../support/firebase-fake.ts'
import { openFaultyProxy } from '../../../support/faulty-proxy.ts'
import { openFirebaseAt } from '../../../support/firebase-harness.ts'
import { startFakeFirestore } from '../../../support/firestore/fake.ts'
import { newDirectory, removeDirectory } from '../../../support/process.ts'

/** A Firestore that can go away and come back. */
async function startBehindProxy() {
  const fake = await startFakeFirestore()
  const proxy = await openFaultyProxy(fake.host)
  onTestFinished(async () => {
    await proxy.close()
    fake.close()
  })
  fake.put('empresa', 'mesa-1', anEmpresa({ empresaid: 'mesa-1' }))
  return { fake, proxy }
}

async function open(host: string) {
  const storage = await openFirebaseAt(host, 'demo-convites', 'http://127.0.0.1:9')
  onTestFinished(() => storage.close())
  return storage
}

const refusal = { name: 'StorageError' }

test('without Firestore check and every act are refused in time, and answer again when it is back', async () => {
  const { proxy } = await startBehindProxy()
  const storage = await open(proxy.host)
  await storage.check()
  await storage.empresas.claim(aClaim('mesa-1'))

  await proxy.refuse()
  const begun = performance.now()
  await expect(storage.check()).rejects.toMatchObject(refusal)
  expect(performance.now() - begun).toBeLessThan(8_000)
  const acts = [
    storage.empresas.find('mesa-1', NOW),
    storage.empresas.claim(aClaim('mesa-1')),
    storage.credenciais.findById('1900000000000'),
  ]
  const outcomes = await Promise.allSettled<unknown>(acts)
  expect(performance.now() - begun).toBeLessThan(20_000)
  for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: refusal })

  await proxy.open()
  const isBack = () =>
    storage.check().then(
      () => true,
      () => false,
    )
  await expect.poll(isBack).toBe(true)
  expect((await storage.empresas.claim(aClaim('mesa-1'))).kind).toBe('claimed')
})

test('a server that starts before its Firestore works once that is there', async () => {
  const { proxy } = await startBehindProxy()
  await proxy.refuse()
  const begun = performance.now()
  const storage = await open(proxy.host)
  expect(performance.now() - begun).toBeLessThan(12_000)
  await proxy.open()
  const claim = async () => (await storage.empresas.claim(aClaim('mesa-1')).catch(() => null))?.kind
  await expect.poll(claim).toBe('claimed')
})

test('closing does not wait for a call that hangs', async () => {
  const { fake } = await startBehindProxy()
  const storage = await openFirebaseAt(fake.host, 'demo-convites', 'http://127.0.0.1:9')
  fake.failNext({ method: 'Commit', code: 'hang', when: 'before', times: Infinity })
  const claim = storage.empresas.claim(aClaim('mesa-1'))
  const givenUp = claim.then(
    () => 'claimed',
    () => 'given up',
  )
  while (fake.calls('Commit') === 0) await sleep(5)
  expect(await Promise.race([storage.close().then(() => 'closed'), givenUp])).toBe('closed')
})

const FIREBASE = /repos\/firebase\/|node_modules\/(firebase|@firebase|@google-cloud|@grpc|google-)/

/** The Firebase modules that a process of the built product loads in the given environment. */
async function loadedOfFirebase(env: Record<string, string>): Promise<string[]> {
  const directory = newDirectory()
  onTestFinished(() => removeDirectory(directory))
  const coverage = join(directory, 'coverage')
  await promisify(execFile)(process.execPath, ['test/support/firebase-loaded.mjs'], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      METADATA_SERVER_DETECTION: 'none',
      SQLITE_PATH: join(directory, 'convites.db'),
      NODE_V8_COVERAGE: coverage,
      LOG_LEVEL: 'silent',
      ...env,
    },
  })
  const urls = readdirSync(coverage).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(coverage, file), 'utf8')) as { result: { url: string }[] }
    return result.map(({ url }) => url)
  })
  expect(urls.some((url) => url.endsWith('build/node/composition.js'))).toBe(true)
  return urls.filter((url) => FIREBASE.test(url))
}

test('with SQLite nothing of Firebase is loaded; with Firebase its adapter and SDK are', async () => {
  expect(await loadedOfFirebase({ STORAGE: 'sqlite' })).toEqual([])

  const { fake, rtdb } = await openOnFakes()
  const loaded = await loadedOfFirebase({
    STORAGE: 'firebase',
    FIRESTORE_EMULATOR_HOST: fake.host,
    GCP_PROJECT_ID: 'demo-convites',
    RTDB_URL: rtdb.url,
  })
  expect(loaded.filter((url) => url.includes('/repos/firebase/')).length).toBeGreaterThan(5)
  expect(loaded.some((url) => url.includes('node_modules/@google-cloud/firestore/'))).toBe(true)
})
