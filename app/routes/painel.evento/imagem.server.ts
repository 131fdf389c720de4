import type { Services } from '../../../server/composition.ts'
import type { Enviada } from '../../../server/domain/imagem.ts'
import { chooseImagem, type Escolha, type Escolhida } from '../../../server/use-cases/imagem.ts'
import { IMAGENS, ORIGINAL_MAX_BYTES } from '../../../server/route-table.ts'
import { fieldsIn, type Fields, fileIn, formOf, nameOf } from '~/shared/remix.server'
import { ORIGINAL_MAX, type Falhas } from './imagem.tsx'

/** What a browser sent of the event's form. */
export interface Sent {
  fields: Fields
  /** The pictures and the logo sent with it; none if something is wrong with them. */
  enviadas: Enviada[]
  falhas: Falhas
}

export const CUT_SHORT = `O envio não chegou inteiro ou é grande demais: escolha imagens de até ${ORIGINAL_MAX} cada.`
const TOO_LARGE = `Esta imagem tem mais de ${ORIGINAL_MAX}: salve-a menor e envie de novo.`
const BOTH = 'Envie também a imagem do convite: as duas vão juntas.'
const NONE = 'Escolha a imagem, ou o desenho pronto.'
const GONE = 'O arquivo que você enviou não está mais aqui: escolha-o e envie de novo.'
const LONG = 'Encurte: cabem 300 letras.'
export const BUSY = 'Outra imagem está em preparo agora: espere um minuto e envie de novo.'
export const STOPPED = 'O preparo da imagem parou antes do fim: escolha-a e envie de novo.'

const ALT_MAX = 300

/**
 * The limit on typed text, in bytes: it is stored while pictures are prepared. The longest honest form has
 * about 4 KB.
 */
const TYPED_MAX = 32 * 1024

/** @returns null when it cannot be read as a form, or is too large */
export async function eventoSent(request: Request): Promise<Sent | null> {
  const form = await formOf(request, IMAGENS.maxBytes)
  if (!form || typedBytes(form) > TYPED_MAX) return null
  const fields = fieldsIn(form)
  const [retrato, paisagem] = [fileIn(form, 'retrato'), fileIn(form, 'paisagem')]
  const logotipo = fileIn(form, 'logotipo')
  const falhas: Falhas = {}
  if (!retrato && paisagem) falhas.retrato = BOTH
  if (retrato && retrato.size > ORIGINAL_MAX_BYTES) falhas.retrato = TOO_LARGE
  if (paisagem && paisagem.size > ORIGINAL_MAX_BYTES) falhas.paisagem = TOO_LARGE
  if (logotipo && logotipo.size > ORIGINAL_MAX_BYTES) falhas.logotipo = TOO_LARGE
  if (altIn(fields).length > ALT_MAX) falhas.alt = LONG
  const isFit = Object.keys(falhas).length === 0
  const read = async (file: File) => ({
    nome: nameOf(file, 'imagem'),
    bytes: new Uint8Array(await file.arrayBuffer()),
  })
  const enviadas: Enviada[] = []
  if (isFit && retrato)
    enviadas.push({ retrato: await read(retrato), paisagem: paisagem && (await read(paisagem)) })
  if (isFit && logotipo) enviadas.push({ logo: await read(logotipo) })
  return { fields, enviadas, falhas }
}

const typedBytes = (form: FormData) =>
  [...form].reduce((sum, [, value]) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : 0), 0)

const altIn = (fields: Fields) => (fields('alt') ?? '').replace(/\s+/g, ' ').trim()

const IMAGEMID = /^[0-9a-f]{32}-[0-9a-f]{8}$/

/** What the form says about the pictures; files sent with it mean that they are wanted. */
export function escolhaIn({ fields, enviadas }: Pick<Sent, 'fields' | 'enviadas'>): Escolha {
  const [imagem, logo] = [fields('imagem') ?? '', fields('logo') ?? '']
  const isSent = enviadas.some((enviada) => 'retrato' in enviada)
  return {
    convite: isSent || fields('convite') === 'propria' ? 'propria' : 'desenhado',
    imagem: IMAGEMID.test(imagem) ? imagem : '',
    alt: altIn(fields),
    logo: logo === 'boi' || IMAGEMID.test(logo) ? logo : '',
  }
}

/** The choice, with what is then sent along with it; or what is wrong with it, by field. */
export type Lida = { kind: 'ok'; escolha: Escolha; escolhida: Ok } | { kind: 'invalid'; falhas: Falhas }

/** The pictures to store and show. */
export type Ok = Extract<Escolhida, { kind: 'ok' }>

/** Checks the choice against storage. @throws StorageError */
export async function readEscolha(services: Services, escolha: Escolha): Promise<Lida> {
  const escolhida = await chooseImagem(services, escolha)
  switch (escolhida.kind) {
    case 'ok':
      // A picture that is offered and not chosen must not be stored by a form that is sent again.
      return {
        kind: 'ok',
        escolha: { ...escolha, imagem: escolhida.imagem ? escolha.imagem : '' },
        escolhida,
      }
    case 'nenhuma':
      return { kind: 'invalid', falhas: { retrato: NONE } }
    case 'sumiu':
      return { kind: 'invalid', falhas: { [escolhida.campo]: GONE } }
    default:
      return escolhida satisfies never
  }
}
