import { createCookies } from './cookies.ts'
import { readField } from './html.ts'
import type { ServerProcess } from './process.ts'

/** An organiser’s browser without scripts, paired by the link a start prints; it says where its posts come from. */
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
  /** Sends a spreadsheet of guests. */
  const upload = (planilha: File) => {
    const form = new FormData()
    form.set('tipo', 'convidados')
    form.set('arquivo', planilha)
    return send('/painel/planilhas', form)
  }
  const { status } = await send(/\/equipe\/\S+/.exec(printed())?.[0] ?? '', new URLSearchParams())
  if (status !== 303) throw new Error(`not paired: ${status}`)
  return {
    send,
    upload,
    move: (to: string) => void (origin = to),
    /** Sends a spreadsheet of guests and reads its preview. @returns its address, and the digest GRAVAR brings */
    async preview(planilha: File) {
      const { location } = await upload(planilha)
      const efeito = readField(await (await send(location)).response.text(), 'efeito') ?? ''
      return { preview: location, efeito }
    },
  }
}
