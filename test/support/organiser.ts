import { createCookies } from './cookies.ts'
import { readField } from './html.ts'
import type { ServerProcess } from './process.ts'

/**
 * An organiser’s browser without scripts, paired by the link printed at a start; its posts say where they
 * come from.
 */
export async function pairOrganiser({ url, printed }: Pick<ServerProcess, 'url' | 'printed'>) {
  const cookies = createCookies()
  let origin = url
  const send = async (path: string, body?: BodyInit) => {
    const headers = { Cookie: cookies.header(), Origin: origin }
    const init = body === undefined ? {} : { method: 'POST', body }
    const response = await fetch(origin + path, { ...init, headers, redirect: 'manual' })
    cookies.keep(response.headers.getSetCookie())
    return { status: response.status, location: response.headers.get('location') ?? '', response }
  }
  /** Sends a spreadsheet of guests. @returns the answer, or the later page that says what is wrong with it */
  const upload = async (planilha: File) => {
    const form = new FormData()
    form.set('tipo', 'convidados')
    form.set('arquivo', planilha)
    const sent = await send('/painel/planilhas', form)
    if (sent.status !== 303) return sent
    const page = await followed(sent.location)
    return page.status === 422 ? page : sent
  }
  /** The page of an upload once it no longer reloads itself, as a browser gets there. */
  const followed = async (path: string): ReturnType<typeof send> => {
    const page = await send(path)
    const html = await page.response.clone().text()
    const [, next] = /http-equiv="refresh" content="0; url=([^"]*)"/i.exec(html) ?? []
    return next === undefined ? page : followed(path.replace(/\?.*/, '') + next)
  }
  const follow = async (path: string) => (await followed(path)).response.text()
  const { status } = await send(/\/equipe\/\S+/.exec(printed())?.[0] ?? '', new URLSearchParams())
  if (status !== 303) throw new Error(`not paired: ${status}`)
  return {
    send,
    upload,
    move: (to: string) => void (origin = to),
    follow,
    /**
     * Sends a spreadsheet of guests who have confirmed, and reads its preview.
     * @returns its address, and the digest for Gravar
     */
    async preview(planilha: File) {
      const { location } = await upload(planilha)
      await follow(location)
      await send(location, new URLSearchParams({ ato: 'colunas', modo: 'confirmados' }))
      const efeito = readField(await follow(location), 'efeito') ?? ''
      return { preview: location, efeito }
    },
  }
}
