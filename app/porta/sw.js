/* global FILES, VERSION */
// Opens the door's page without a network. A new version waits until no page of the door is open. The build writes FILES, the files of one version, and VERSION, their hash.
const NAME = `porta-${VERSION}`

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

// The scope also covers /portaria and /porta/sync, which are none of its business.
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
