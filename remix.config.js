// The one place for Remix's options; vite.config.ts hands them to the Remix Vite plugin.
/** @type {import("@remix-run/dev").VitePluginConfig} */
export default {
  ignoredRouteFiles: ['**/.*'],
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    // Both are off: they have flaws that nobody will fix, and pages are smaller without them (decision 0001).
    v3_singleFetch: false,
    v3_lazyRouteDiscovery: false,
  },
}
