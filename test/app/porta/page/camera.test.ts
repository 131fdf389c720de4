import { afterEach, expect, test, vi } from 'vitest'
import { cameraAfter, CHOSEN, openStream } from '../../../../app/porta/page/camera.ts'
import { keepChoice } from '../../../../app/porta/page/signals.ts'

afterEach(() => vi.unstubAllGlobals())

/**
 * A phone with these cameras, the first at the back. `busy` has the error that opening a camera fails with.
 */
function aPhone(cameras: string[], busy: Record<string, string> = {}) {
  const asked: unknown[] = []
  const mediaDevices = {
    async getUserMedia({ video }: { video: { deviceId?: { exact: string }; facingMode?: unknown } }) {
      const deviceId = video.deviceId?.exact ?? cameras[0] ?? ''
      asked.push(video.deviceId?.exact ?? video.facingMode)
      const name = cameras.includes(deviceId) ? busy[deviceId] : 'OverconstrainedError'
      if (name) throw new DOMException('', name)
      return { getVideoTracks: () => [{ getSettings: () => ({ deviceId }) }] }
    },
    enumerateDevices: async () => [
      { kind: 'audioinput', deviceId: 'microphone' },
      ...cameras.map((deviceId) => ({ kind: 'videoinput', deviceId })),
    ],
  }
  vi.stubGlobal('navigator', { mediaDevices })
  return asked
}

const BACK = { ideal: 'environment' }

test('the camera at the back is opened until another is chosen, and the next one is offered in a round', async () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  const asked = aPhone(['back', 'front', 'wide'])
  for (const next of ['front', 'wide', 'back']) {
    expect(await cameraAfter(await openStream())).toBe(next)
    keepChoice(CHOSEN, next)
  }
  expect(asked).toEqual([BACK, 'front', 'wide'])
  expect([...kept.values()]).toEqual(['back'])
})

test('one camera alone has no other, and a browser that tells of none neither', async () => {
  aPhone(['back'])
  expect(await cameraAfter(await openStream())).toBeNull()
  const silent = { enumerateDevices: () => Promise.reject(new Error('refused')) }
  const stream = await openStream()
  vi.stubGlobal('navigator', { mediaDevices: silent })
  expect(await cameraAfter(stream)).toBeNull()
})

test('a chosen camera that is gone or busy gives way to the one at the back, and a refusal is no reason to ask again', async () => {
  keepChoice(CHOSEN, 'front')
  const gone = aPhone(['back'])
  await openStream()
  expect(gone).toEqual(['front', BACK])
  const busy = aPhone(['back', 'front'], { front: 'NotReadableError' })
  await openStream()
  expect(busy).toEqual(['front', BACK])
  const refused = aPhone(['back', 'front'], { front: 'NotAllowedError' })
  await expect(openStream()).rejects.toThrow(DOMException)
  expect(refused).toEqual(['front'])
})
