import { DRAWN } from '../../server/arte/arte.ts'
import { createArteOf } from '../../server/arte/kept-arte.ts'
import type { Enviada, Preparada } from '../../server/domain/imagem.ts'
import { openEquipe } from './equipe.ts'
import { fieldsIn, HREF, storedIn } from './evento-form.ts'
import { collectLog } from './log.ts'
import { startApp } from './remix.ts'

export const file = (text: string, name = 'foto.png') => new File([text], name, { type: 'image/png' })

const logoFrom = (bytes: Uint8Array): Preparada => {
  const isBad = Buffer.from(bytes).toString() === 'bad'
  if (isBad) return { kind: 'recusada', campo: 'logotipo', problema: 'Não dá.' }
  return { kind: 'feita', arquivos: ['logo-300x100.png', 'logo.jpg'].map((nome) => ({ nome, bytes })) }
}

/** Turns a picture into a file with the sent text. One that says `wait` is done when it is let go. */
export function aPreparer() {
  const prepared: string[] = []
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  const pictureOf = async (enviada: Enviada): Promise<Preparada> => {
    if ('logo' in enviada) return logoFrom(enviada.logo.bytes)
    const { retrato, paisagem } = enviada
    const text = Buffer.from(retrato.bytes).toString()
    prepared.push(text)
    if (text === 'wait') await gate
    if (text === 'bad') return { kind: 'recusada', campo: 'retrato', problema: 'Não dá.' }
    if (text === 'bug') throw new Error('bug')
    const names = ['retrato-500x800.jpg', 'previa.jpg', ...(paisagem ? ['paisagem-960x600.jpg'] : [])]
    return { kind: 'feita', arquivos: names.map((nome) => ({ nome, bytes: retrato.bytes })) }
  }
  return { prepared, letGo, pictureOf }
}

export async function openImagem(preparer = aPreparer()) {
  const draw = async () => new Map(DRAWN.map((name) => [name, Buffer.from(`<svg id="${name}"/>`)]))
  const app = await startApp(() => ({
    pictureOf: preparer.pictureOf,
    arteOf: createArteOf(null, collectLog().log, draw),
  }))
  const equipe = await openEquipe(app)
  const stored = () => storedIn(app)
  /** Fills in the form with files, and sends it as a browser does. */
  const send = async (typed: Record<string, string | File>, html?: string) => {
    const form = new FormData()
    const page = html ?? (await equipe.body(HREF))
    for (const [name, value] of Object.entries({ ...fieldsIn(page), ato: 'conferir', ...typed }))
      form.set(name, value)
    return equipe.upload(HREF, form)
  }
  /** The page that follows an upload, once it no longer reloads itself. */
  const follow = async (response: Response): Promise<string> => {
    let html = await equipe.body(response.headers.get('Location') ?? '')
    for (let next = refreshIn(html); next !== null; next = refreshIn(html)) html = await equipe.body(next)
    return html
  }
  const gravar = async (html: string, more: Record<string, string> = {}) => {
    const { status, headers } = await equipe.post(HREF, {
      ...fieldsIn(html),
      avisar: 'nao',
      ato: 'gravar',
      ...more,
    })
    return [status, headers.get('Location')]
  }
  return { ...app, ...preparer, equipe, stored, send, follow, gravar }
}

export function refreshIn(html: string): string | null {
  const [, next] = /http-equiv="refresh" content="0; url=([^"]*)"/i.exec(html) ?? []
  return next === undefined ? null : HREF + next
}
