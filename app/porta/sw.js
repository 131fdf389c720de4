/* global FILES, VERSION, EVENTO */
// Opens the door's page without a network. A new version waits until no page of the door is open. The build
// writes FILES, one version's files, and VERSION, their hash. The server writes EVENTO, the event's hash,
// before everything else.
const NAME = `porta-${VERSION}-${EVENTO}`

self.addEventListener('install', (event) => {
  const fresh = FILES.map((path) => new Request(path, { cache: 'no-cache' }))
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(fresh)))
})

self.addEventListener('activate', (event) => {
  const isOld = (name) => name.startsWith('porta-') && name !== NAME
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))),
  )
})

// The page asks whether it would open without a network. Files that the browser dropped meanwhile are fetched
// again, all or none.
self.addEventListener('message', (event) => {
  const [port] = event.ports
  if (event.data !== 'kept?' || !port) return
  const isWhole = (cache) =>
    Promise.all(FILES.map((path) => cache.match(path))).then((kept) => kept.every((file) => file?.ok))
  const answer = caches.open(NAME).then(async (cache) => {
    if (await isWhole(cache)) return true
    await cache.addAll(FILES.map((path) => new Request(path, { cache: 'no-cache' })))
    return isWhole(cache)
  })
  event.waitUntil(answer.catch(() => false).then((isKept) => port.postMessage(isKept)))
})

// The scope also covers /portaria and /porta/sync, which this worker leaves alone.
self.addEventListener('fetch', (event) => {
  const { method, url } = event.request
  const { pathname, origin } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin || !FILES.includes(pathname)) return
  event.respondWith(
    caches
      .open(NAME)
      .then((cache) => cache.match(pathname))
      .then((kept) => kept ?? fetch(event.request)),
  )
})
