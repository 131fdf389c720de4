import { StorageError } from '../../server/domain/errors.ts'
import { loadRemix, type Remix, type RemixHandler } from '../../server/http/remix.ts'
import { anEmpresa, NOW } from './factories.ts'
import { startServer } from './http-server.ts'
import { createStore } from './stored.ts'

const BUILD = new URL('../../build/server/index.js', import.meta.url)
const broken = () => Promise.reject(new StorageError('[test] away'))

/** The built app behind the server, whose storage can go away. */
export async function startBuiltApp() {
  const store = createStore()
  for (const fields of [
    { empresaid: 'clara', icredencial: 20 },
    { empresaid: 'cheia', icredencial: 0 },
    { empresaid: 'nova', icredencial: 7 },
    { empresaid: 'ultima', icredencial: 1 },
    { empresaid: 'rede', icredencial: 50 },
    { empresaid: 'defeito', icredencial: 'muitos' },
  ]) {
    store.put('empresas', anEmpresa({ nome: 'Fazenda “Sol & Lua” <1947>', ...fields }))
  }
  let remix: Remix | null = null
  let isAway = false
  const handler: RemixHandler = async (request, context) => {
    const { services } = context
    remix ??= await loadRemix(BUILD, services)
    const away = {
      ...services,
      register: broken,
      empresas: { ...services.empresas, find: broken, claim: broken },
    }
    return remix.handler(request, isAway ? { ...context, services: away } : context)
  }
  let instant = NOW
  const { ask, services } = await startServer({
    env: { POSTS_PER_MINUTE: '2000' },
    store,
    handler,
    now: () => instant,
  })
  return {
    ask,
    services,
    store,
    takeStorageAway: () => void (isAway = true),
    goTo: (ms: number) => void (instant = ms),
  }
}
