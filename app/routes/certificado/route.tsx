import { fieldsOf, noStore, type RouteArgs, type Fields } from '~/shared/remix.server'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ConferirPage, Resposta, type Conferido, type Dados } from './conferir'
import { onceFor } from '~/services.server'
import type { RouteHandle } from '~/shared/document'
import { Page, titled } from '~/shared/page'
import type { Services } from '../../../server/composition.ts'
import type { Atestado } from '../../../server/domain/certificado.ts'
import { daysTold, durationTold, quandoOf } from '../../../server/domain/quando.ts'
import {
  canVerify,
  createDadosOf,
  parseCertificadoCode,
  verifyCertificado,
} from '../../../server/use-cases/certificado.ts'
import { withoutAddressEnd } from '../../../server/domain/text.ts'
import { isErasureDay } from '~/shared/closing.server'
import {
  failure,
  isStorageError,
  limitOf,
  pageAction,
  RETRY_AFTER,
  type Reason,
} from '~/shared/failure.server'
import { dotted, whereOf } from '~/shared/words'

export const handle: RouteHandle = { sheet: 'conferir' }

/** Asks for a certificate's name and code; the code may come with the address of the paper's QR, the name never. */
export function loader({ request }: RouteArgs) {
  return noStore({ codigo: codigoIn(new URL(request.url)) })
}

/** Answers on the page itself: a name stands in no address. */
export const action = pageAction(async ({ request, context, services }) =>
  noStore(await conferidoOf(await fieldsOf(request), services, context.address ?? null)),
)

/**
 * Wrong answers of one address in a minute; what comes after them is not looked at, right or wrong. Addresses together have
 * no count, which a stranger could use up for everybody. A code has ten of 25 signs: whoever has addresses enough to keep a
 * whole process busy, 5,000 forms a second, finds the one of a given name in three hundred years on average.
 */
export const wrongGuesses = limitOf({ points: 20, duration: 60 })

/** The longest code and name that are looked at; a stored name is shorter. */
const CODIGO_MAX = 40
const NOME_MAX = 240

/** The code of `/certificado?codigo=KGRG7-W6RM4`; empty text where there is none. */
const codigoIn = ({ searchParams }: URL): string =>
  parseCertificadoCode(withoutAddressEnd(searchParams.get('codigo') ?? '')) ?? ''

/**
 * Answers whether a name and a code are a certificate's. Neither is kept, logged or written into an address.
 * @throws Response 429 with the page that says to wait; 503 while storage has not told the events there were
 */
async function conferidoOf(fields: Fields, services: Services, address: string | null): Promise<Conferido> {
  if (!canVerify(services)) throw failure('indisponivel', 503, RETRY_AFTER)
  // Where no address is known, what is in front has to limit them.
  const wait = address === null ? 0 : await wrongGuesses.count(address, services)
  if (wait > 0) throw noStore<Reason>({ reason: 'conferencias' }, 429, { 'Retry-After': String(wait) })
  const codigo = (fields('codigo') ?? '').slice(0, CODIGO_MAX)
  const nome = (fields('nome') ?? '').slice(0, NOME_MAX).trim()
  const atestado = verifyCertificado(services, { codigo, nome })
  if (!atestado) return { kind: 'nao-confere', codigo, nome }
  if (address !== null) await wrongGuesses.giveBack(address, services)
  return {
    kind: 'verdadeiro',
    nome,
    codigo: services.certificadoCodeOf(atestado, nome),
    ...toldOf(atestado),
    dados: await dadosTold(atestado, services),
  }
}

/** Of a former event no more is known than its title, its days and its hours. */
function toldOf({ titulo, inicio, fim, minutos, evento }: Atestado) {
  return {
    ocasiao: evento?.ocasiao ?? null,
    titulo,
    horas: durationTold(minutos),
    quando: daysTold(inicio, fim),
    onde: evento && dotted(whereOf(evento), evento.anfitriao),
  }
}

const dadosOf = onceFor(createDadosOf)

/** What became of the guests' data; null while storage does not answer, for the paper is as true without it. */
async function dadosTold(atestado: Atestado, services: Services): Promise<Dados | null> {
  const dayOf = (at: number) => {
    const { dia, mes, ano } = quandoOf(atestado.inicio, at)
    return `${dia} de ${mes} de ${ano}`
  }
  try {
    const dados = await dadosOf(services)(atestado)
    return dados.kind === 'guardados'
      ? { kind: 'guardados', dia: isErasureDay(services) ? null : dayOf(services.eraseAt) }
      : { kind: 'apagados', dia: dados.em === null ? null : dayOf(dados.em) }
  } catch (err) {
    if (!isStorageError(err)) throw err
    services.log.error({ err }, 'storage failed')
    return null
  }
}

export const meta = titled('Conferir um certificado')

export default function Certificado() {
  const { codigo } = useLoaderData<typeof loader>()
  const conferido = useActionData<typeof action>()
  return <Page>{conferido ? <Resposta {...conferido} /> : <ConferirPage codigo={codigo} />}</Page>
}
