import { daOcasiao } from '../../server/domain/artigo.ts'
import { fieldsOf, noStore, type RouteArgs, type Fields } from '~/shared/remix.server'
import { useActionData, useLoaderData } from '@remix-run/react'
import { onceFor } from '~/services.server'
import type { RouteHandle } from '~/shared/document'
import { ContactLine } from '~/shared/contato'
import { Field } from '~/shared/field'
import { Heading, OutlineLink, Page, titled, useEvento } from '~/shared/page'
import type { Services } from '../../server/composition.ts'
import type { Atestado } from '../../server/domain/certificado.ts'
import { daysTold, dayWithYear, durationTold } from '../../server/domain/quando.ts'
import { canVerify, createDadosOf, verifyCertificado } from '../../server/use-cases/certificado.ts'
import { parseCertificadoCode } from '../../server/domain/signed-text.ts'
import { withoutAddressEnd } from '../../server/domain/text.ts'
import { isErasureDay } from '~/shared/closing.server'
import { failure, limitOf, otherwise, pageAction, RETRY_AFTER, type Reason } from '~/shared/failure.server'
import { dotted, whereOf } from '~/shared/words'

export const handle: RouteHandle = { sheet: 'conferir' }

/**
 * Asks for a certificate's name and code. The code may come with the address in the paper's QR, the name
 * never.
 */
export function loader({ request }: RouteArgs) {
  return noStore({ codigo: codigoIn(new URL(request.url)) })
}

/** Answers on the page itself: a name must not appear in an address. */
export const action = pageAction(async ({ request, context, services }) =>
  noStore(await conferidoOf(await fieldsOf(request), services, context.address ?? null)),
)

/**
 * Wrong answers per address in a minute; later ones are not checked, right or wrong. There is no count across
 * addresses, because a stranger could use it up for everyone. A code has ten of 25 signs. An attacker with
 * enough addresses to keep a whole process busy, at 5,000 forms a second, would take three hundred years on
 * average to find the code for a given name.
 */
export const wrongGuesses = limitOf({ points: 20, duration: 60 })

/** The longest code and name that are checked; a stored name is shorter. */
const CODIGO_MAX = 40
const NOME_MAX = 240

/** The code of `/certificado?codigo=KGRG7-W6RM4`; empty text if there is none. */
const codigoIn = ({ searchParams }: URL): string =>
  parseCertificadoCode(withoutAddressEnd(searchParams.get('codigo') ?? '')) ?? ''

/**
 * Tells whether a name and a code belong to a certificate. Neither is kept, logged or put into an address.
 * @throws Response 429 with the page that says to wait; 503 while storage has not yet returned past events
 */
async function conferidoOf(fields: Fields, services: Services, address: string | null) {
  if (!canVerify(services)) throw failure('indisponivel', 503, RETRY_AFTER)
  // If no address is known, the server in front has to limit them.
  const wait = address === null ? 0 : await wrongGuesses.count(address, services)
  if (wait > 0) throw noStore<Reason>({ reason: 'conferencias' }, 429, { 'Retry-After': String(wait) })
  const codigo = (fields('codigo') ?? '').slice(0, CODIGO_MAX)
  const nome = (fields('nome') ?? '').slice(0, NOME_MAX).trim()
  const atestado = verifyCertificado(services, { codigo, nome })
  // Wrong name, wrong code, no certificate: the answer does not say which.
  if (!atestado) return { kind: 'nao-confere' as const, codigo, nome }
  if (address !== null) await wrongGuesses.giveBack(address, services)
  return {
    kind: 'verdadeiro' as const,
    /** As typed. */
    nome,
    codigo: services.certificadoCodeOf(atestado, nome),
    ...factsOf(atestado),
    dados: await dadosShown(atestado, services),
  }
}

/** Only the title, days and hours of a former event are still known. */
function factsOf({ titulo, inicio, fim, minutos, evento }: Atestado) {
  return {
    ocasiao: evento?.ocasiao ?? null,
    titulo,
    horas: durationTold(minutos),
    quando: daysTold(inicio, fim),
    onde: evento && dotted(whereOf(evento), evento.anfitriao),
  }
}

const dadosOf = onceFor(createDadosOf)

/**
 * What became of the guests' data; null while storage does not answer, because the paper is true without it.
 */
async function dadosShown(atestado: Atestado, services: Services) {
  const dayOf = (at: number) => dayWithYear(atestado.inicio, at)
  const dados = await dadosOf(services)(atestado).catch(otherwise(services, null))
  if (dados === null) return null
  return dados.kind === 'guardados'
    ? { kind: 'guardados' as const, dia: isErasureDay(services) ? null : dayOf(services.eraseAt) }
    : { kind: 'apagados' as const, dia: dados.em === null ? null : dayOf(dados.em) }
}

export const meta = titled('Conferir um certificado')

type Conferido = NonNullable<ReturnType<typeof useActionData<typeof action>>>
type Verdadeiro = Extract<Conferido, { kind: 'verdadeiro' }>

export default function Certificado() {
  const { codigo } = useLoaderData<typeof loader>()
  const conferido = useActionData<typeof action>()
  if (!conferido) return <Pergunta codigo={codigo} />
  return (
    <Page>{conferido.kind === 'verdadeiro' ? <Certo {...conferido} /> : <NaoConfere {...conferido} />}</Page>
  )
}

/** The form, blank except for a code that came with the paper. */
function Pergunta({ codigo }: { codigo: string }) {
  const { anfitriao = '' } = useEvento() ?? {}
  return (
    <Page>
      <Heading kicker={anfitriao} title="CONFERIR UM CERTIFICADO" />
      <ConferirForm codigo={codigo} nome="" />
      <p className="nota">
        Não guardamos lista de certificados. O código é calculado do nome, do evento e das horas: por isso a
        conferência continua depois que os dados dos convidados são apagados, e ninguém descobre por aqui quem
        esteve lá.
      </p>
    </Page>
  )
}

const TYPED = { type: 'text', autoCapitalize: 'characters', spellCheck: false }

const FIELDS = [
  {
    id: 'codigo',
    label: 'Código',
    hint: 'Dez letras e números, no pé do certificado.',
    maxLength: 20,
  },
  {
    id: 'nome',
    label: 'NOME',
    hint: 'Completo, como está no certificado. Maiúsculas e acentos não importam.',
    maxLength: 120,
  },
] as const

/** Posted, so that the name does not appear in an address. */
function ConferirForm(values: { codigo: string; nome: string }) {
  return (
    <form method="post" action="/certificado" acceptCharset="utf-8">
      {FIELDS.map((field) => (
        <Field key={field.id} {...TYPED} {...field} value={values[field.id]} required />
      ))}
      <button>Conferir</button>
    </form>
  )
}

function Certo({ nome, codigo, ocasiao, titulo, horas, quando, onde, dados }: Verdadeiro) {
  return (
    <>
      <section className="resposta" role="status">
        <svg viewBox="0 0 96 96" aria-hidden="true">
          <path
            fill="currentColor"
            fillRule="evenodd"
            d="M48 2a46 46 0 1 1 0 92 46 46 0 0 1 0-92M20 49l19 20 37-39-9-8-28 30-11-11z"
          />
        </svg>
        <h1>VERDADEIRO</h1>
        <p className="nome">{nome}</p>
        <p>
          {ocasiao === null
            ? `participou de “${titulo}”, `
            : `participou ${daOcasiao(ocasiao)}, “${titulo}”, `}
          <b>{horas}</b>
        </p>
        <p>{onde === null ? quando : dotted(quando, onde)}</p>
        <p className="codigo">{codigo}</p>
      </section>
      <p className="nota">
        {`${sentenceOf(dados)}O código e o nome que você digitou bastam para conferir; nada sobre esta conferência fica guardado.`}
      </p>
      <p className="nota">
        Vale para o nome como você o digitou. Se ele foi corrigido depois, há outro certificado, com outro
        código.
      </p>
      <OutlineLink href="/certificado">Conferir outro</OutlineLink>
    </>
  )
}

/**
 * Whether the event's guests are still stored: until which day, null once it has come; or since when not, if
 * known.
 */
function sentenceOf(dados: Verdadeiro['dados']): string {
  if (dados === null) return ''
  if (dados.kind === 'guardados') {
    const until = dados.dia === null ? '' : `: serão apagados em ${dados.dia}`
    return `Os dados dos convidados deste evento ainda estão guardados${until}, e a conferência continua. `
  }
  const when = dados.dia === null ? 'já foram apagados' : `foram apagados em ${dados.dia}`
  return `Os dados dos convidados deste evento ${when}, como prometido. `
}

function NaoConfere({ codigo, nome }: { codigo: string; nome: string }) {
  return (
    <>
      <section className="resposta nao" role="status">
        <svg viewBox="0 0 96 96" aria-hidden="true">
          <path
            fill="none"
            stroke="currentColor"
            strokeWidth="7"
            strokeDasharray="13 8"
            d="M48 7 89 48 48 89 7 48z"
          />
          <path
            fill="none"
            stroke="currentColor"
            strokeWidth="8"
            strokeLinecap="round"
            d="M39 39a9 9 0 1 1 13 8c-3 2-4 4-4 8"
          />
          <circle cx="48" cy="67" r="5" fill="currentColor" />
        </svg>
        <h1>NÃO CONFERE</h1>
        <p>Este código não é deste nome. Compare letra por letra com o papel: um sobrenome a mais já muda.</p>
      </section>
      <ConferirForm codigo={codigo} nome={nome} />
      <p className="nota">Se o papel diz o mesmo que você digitou, este certificado não foi emitido aqui.</p>
      <ContactLine />
    </>
  )
}
