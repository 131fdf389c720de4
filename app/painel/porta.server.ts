import type { Services } from '../../server/composition.ts'
import type { Aparelho } from '../../server/domain/aparelho.ts'
import { ensaioOf, type ConvidadoDeEnsaio } from '../../server/domain/ensaio.ts'
import type { Autor } from '../../server/domain/historico.ts'
import { isHeldBack, RECEBER_MAX, type Pareamento } from '../../server/domain/pareamento.ts'
import { beginEnsaio, endEnsaio, findEnsaio } from '../../server/use-cases/ensaio.ts'
import { PORTA_PAGE, readPorta, type Admitida } from '../../server/use-cases/read-porta.ts'
import { seenAt, momentOf, eventTime } from '~/shared/event-clock'
import { absoluteUrl, qrOf } from '~/shared/links.server'
import { fieldsOf, pageOf, uuidIn } from '~/shared/remix.server'
import type { EntradaShown } from './porta.tsx'

/** What the organiser sees of the door, a page of each list. @throws StorageError */
export async function portaShown(services: Services, request: Request) {
  const { config, equipe, painel, now } = services
  const { inicio } = config.evento
  const pages = { duas: pageOf(request, 'repetidas'), fora: pageOf(request) }
  const asOf = now() - (await painel.age())
  const [porta, aparelhos, pareamentos, { dentro, confirmados }, ensaio] = await Promise.all([
    readPorta(services, pages),
    equipe.list(),
    equipe.listPareamentos(),
    painel.count(now()),
    findEnsaio(services, now()),
  ])
  const shown = ({ entradaid, em, quem }: Admitida): EntradaShown => ({
    entradaid,
    hora: momentOf(inicio, em, now()),
    quem: named(quem),
  })
  return {
    hora: eventTime(inicio, asOf),
    dentro,
    confirmados,
    newEntradaid: services.newId(),
    pages,
    perPage: PORTA_PAGE,
    totalDuas: porta.totalDuas,
    totalFora: porta.totalFora,
    /** Until when a rehearsal is on. */
    ensaio: ensaio && eventTime(inicio, ensaio.ate),
    duas: porta.duas.map(({ entradas, ...convidado }) => ({ ...convidado, entradas: entradas.map(shown) })),
    fora: porta.fora.map(({ anotado, modo, ...entrada }) => ({ ...shown(entrada), anotado, modo })),
    phones: aparelhos.flatMap((aparelho) => phonesOf(aparelho, pareamentos, inicio, now())),
  }
}

/**
 * The phones an aparelho is or was: the one that is paired or was last, and those before it that have not sent all. A
 * browser that never reported what it has not sent is not a phone of the door.
 */
function phonesOf(aparelho: Aparelho, pareamentos: Pareamento[], inicio: string, now: number) {
  const theirs = pareamentos.filter(({ aparelhoid }) => aparelhoid === aparelho.aparelhoid)
  return theirs.flatMap((pareamento) => {
    const { aparelhoid, pareadoem, fechadoem, enviouem, pendentes } = pareamento
    if (pendentes === null || (pendentes === 0 && pareamento !== theirs.at(-1))) return []
    const wait = isHeldBack(pareamento) ? Math.min(pendentes, RECEBER_MAX) : 0
    return [
      {
        aparelhoid,
        pareadoem,
        nome: named(aparelho.nome),
        pendentes,
        wait,
        visto: enviouem === null ? null : seenAt(inicio, enviouem, now),
        fechado:
          fechadoem === null ? null : aparelho.revogadoem === null ? 'antes do novo código' : 'revogado',
      },
    ]
  })
}

/** An erasure also erases the names of the team. */
const named = (nome: string) => (nome === '' ? 'aparelho sem nome' : nome)

/**
 * Annuls the admission of somebody on no list, or lets a phone deliver what waits on it.
 * @throws Response 400 for a form that is not ours; StorageError
 */
export async function actAtPorta(services: Services, request: Request, autor: Autor): Promise<void> {
  const fields = await fieldsOf(request)
  switch (fields('ato')) {
    case 'anular': {
      const entradaid = uuidIn(fields)
      const asked = { credencialid: '', entradaid, anula: fields('anula') ?? '' }
      const annulment = await services.entradas.annul(asked, autor)
      if (annulment.kind === 'entrada-not-found') throw new Response(null, { status: 400 })
      return
    }
    case 'receber': {
      const [aparelhoid, pareadoem] = [fields('aparelhoid'), Number(fields('pareadoem'))]
      const found = (await services.equipe.listPareamentos()).find(
        (one) => one.aparelhoid === aparelhoid && one.pareadoem === pareadoem,
      )
      if (!found) throw new Response(null, { status: 400 })
      // What was received before, by another organiser or the same form, waits no more.
      await services.equipe.receive(found.segredo, autor)
      return
    }
    default:
      throw new Response(null, { status: 400 })
  }
}

/** In the words of `app/porta/page/verdict-looks.ts`. */
const DIZ: Record<ConvidadoDeEnsaio['veredito'], string> = {
  entrar: 'ENTRARIA',
  'ja-entrou': 'JÁ TERIA ENTRADO',
  cancelado: 'ESTARIA CANCELADO',
  'link-antigo': 'SERIA LINK ANTIGO: CONFIRA O NOME',
}

const NOBODY = { id: 'estranho', nome: 'Ninguém da lista', told: 'NÃO ESTARIA NA LISTA' }

/** The codes of the rehearsal that is on, for phones to scan off this screen; null while none is. @throws StorageError */
export async function ensaioShown(services: Services, request: Request) {
  const open = await findEnsaio(services, services.now())
  if (!open) return null
  const { convidados, estranho } = ensaioOf(open.ensaioid)
  const qr = (token: string) => qrOf(absoluteUrl(`/c/${token}`, request, services))
  return {
    ate: eventTime(services.config.evento.inicio, open.ate),
    codigos: [
      ...convidados.map(({ id, nome, codigo, token, veredito }) => {
        return { id, nome, codigo, told: DIZ[veredito], qr: qr(token) }
      }),
      { ...NOBODY, codigo: null, qr: qr(estranho) },
    ],
  }
}

/** Does what the pressed button says. @throws Response 400 for no button of ours; StorageError */
export async function actOnEnsaio(services: Services, form: FormData, autor: Autor): Promise<void> {
  const ato = form.get('ato')
  if (ato === 'comecar') return beginEnsaio(services, autor)
  if (ato === 'encerrar') return endEnsaio(services, autor)
  throw new Response(null, { status: 400 })
}
