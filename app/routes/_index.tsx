import { useLoaderData } from '@remix-run/react'
import { useContext } from 'react'
import { imagemOf } from '~/arte/arte.server'
import { Alert } from '~/convidado/alert'
import { encaminharOf } from '~/convidado/cadastro.server'
import { Faixa } from '~/convidado/faixa'
import { faixaOf } from '~/convidado/faixa.server'
import { Imagem, preloadsOf, Quadro } from '~/convidado/imagem'
import { QuandoOnde, QuemConvida } from '~/convidado/quando-onde'
import { JaConfirmado, type Lembrete } from '~/convidado/ja-confirmado'
import { isCancelado, isClosed, isErasureDay, isOver } from '~/shared/closing.server'
import { credencialPath, lastCredenciais, openCredencial, tokensOf } from '~/shared/credenciais.server'
import { type RouteHandle, DocumentContext } from '~/shared/document'
import { pageLoader } from '~/shared/failure.server'
import { absoluteUrl, credencialByWhatsapp } from '~/shared/links.server'
import { firstNameOf } from '~/shared/mensagem'
import { ButtonLink, OutlineLink, Page } from '~/shared/page'
import { json, type MetaFunction } from '~/shared/remix.server'
import { commitSession, readSession } from '~/shared/session.server'
import { conviteAlt, dayAndHourIn, encontroShown } from '~/shared/words'
import type { Services } from '../../server/composition.ts'
import type { Perdida } from '../../server/domain/perguntas.ts'
import { whatsappDigits } from '../../server/domain/telefone.ts'

export const handle: RouteHandle = {
  sheet: ({ lembrete, hasWay, proprio }) =>
    lembrete ? 'ja-confirmado' : proprio ? 'proprio' : hasWay ? 'convite-cadastrado' : 'convite',
}

/**
 * Shows the alert of a registration once, and the link to what this browser registered. A prefetch must not
 * spend the alert: nobody reads a prefetched page.
 */
export const loader = pageLoader(async ({ request, services }) => {
  const { evento } = services.config
  const arte = imagemOf(services.arte, isClosed(services))
  const estado = estadoOf(services)
  const page = {
    arte,
    alt: services.arte.alt ?? conviteAlt(evento, estado),
    proprio: arte.isOwn ? { evento: encontroShown(evento), estado } : null,
    mudou: faixaOf(services),
    title: `${evento.ocasiao} · ${evento.anfitriao}`,
  }
  const session = await readSession(request, services)
  const purpose = request.headers.get('Sec-Purpose') ?? request.headers.get('Purpose') ?? ''
  const flashed = purpose.includes('prefetch') ? undefined : session.get('confirmado')
  const token = isErasureDay(services) ? null : flashed?.token
  const credencial = token ? credencialPath(token) : null
  const { mais = 0 } = flashed ?? {}
  const tokens = tokensOf(session)
  const { credenciais, hasMore, isComing } = await lastCredenciais(tokens, services, mais + 1)
  const along = tokens.slice(-mais - (token ? 1 : 0), token ? -1 : undefined).map(credencialPath)
  const nome = credenciais.find(({ href }) => href === credencial)?.nome ?? null
  // A browser that registered others before is a secretary's, who sends each person theirs.
  const isSecretaria = token !== null && token !== undefined && tokens.length > mais + 1
  const confirmado = flashed
    ? {
        empresaid: flashed.empresaid,
        credencial,
        nome: nome === null ? null : firstNameOf(nome).toLocaleUpperCase('pt-BR'),
        encaminhar: token ? await encaminharOf(request, services) : null,
        enviar: isSecretaria ? await enviarOf(token, request, services) : null,
        perdida: flashed.perdida ?? null,
        acompanhantes: mais === 0 ? [] : credenciais.filter(({ href }) => along.includes(href)),
      }
    : null

  // Another browser registered this name and phone: this is what the present one may read.
  const lembrete = flashed && !flashed.token ? await lembreteOf(flashed.empresaid, services) : null
  // The browser came by a company's link and registered nobody here: JÁ ME CADASTREI leads on.
  const isElsewhere = session.has('sid') && tokens.length === 0

  // With several, nobody knows which guest is looking; and nobody comes to an event that is cancelled or over.
  const isConfirmed = isComing && !isCancelado(services) && !isOver(services)
  const isRegistered = confirmado !== null || credenciais.length > 0
  const hasWay = isRegistered || isElsewhere
  const headers = new Headers()
  if (confirmado) headers.set('Set-Cookie', await commitSession(session, services))
  if (isRegistered) headers.set('Cache-Control', 'no-store')
  return json(
    { ...page, hasWay, isElsewhere, lembrete, confirmado, isConfirmed, credenciais, hasMore },
    { headers },
  )
})

/** WhatsApp at the number just typed, with the credencial's link; null without a number. */
async function enviarOf(token: string, request: Request, services: Services) {
  const opened = await openCredencial(token, services)
  const { nome, telefone } = opened.kind === 'open' ? opened.convidado.credencial : { nome: '', telefone: '' }
  const digits = whatsappDigits(telefone)
  if (digits === null) return null
  const para = { nome: firstNameOf(nome), digits }
  const link = absoluteUrl(credencialPath(token), request, services)
  return {
    href: credencialByWhatsapp(services.config.evento, link, para),
    label: `Enviar para ${para.nome}`,
  }
}

const estadoOf = (services: Services) =>
  isCancelado(services) ? 'cancelado' : isClosed(services) ? 'encerrado' : 'aberto'

async function lembreteOf(empresaid: string | null, services: Services): Promise<Lembrete> {
  const { evento } = services.config
  const found =
    empresaid === null ? null : await services.empresas.find(empresaid, services.now()).catch(() => null)
  return { ...dayAndHourIn(evento), local: evento.local, empresa: found?.empresa.nome ?? null }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.lembrete ? 'Você já está confirmado' : `Convite: ${data?.title ?? ''}` },
  { name: 'description', content: data?.alt ?? '' },
  ...(data && !data.lembrete ? preloadsOf(data.arte) : []),
]

/**
 * The invitation: a single image that links to the form (specification, section 2). Once, behind the alert of
 * a repeat from another browser, it shows what to know instead.
 */
export default function Landing() {
  const loaded = useLoaderData<typeof loader>()
  const { arte, alt, proprio, mudou, confirmado, lembrete, isElsewhere } = loaded
  const alert = confirmado ? (
    <Alert
      text="CADASTRO CONFIRMADO COM SUCESSO!"
      explanation={explanationOf(confirmado)}
      first={
        confirmado.credencial === null ? null : { href: confirmado.credencial, label: 'Ver minha credencial' }
      }
      others={confirmado.acompanhantes.map((one) => ({ ...one, label: `CREDENCIAL DE ${one.nome}` }))}
      act={
        <>
          {confirmado.enviar === null ? null : (
            <OutlineLink href={confirmado.enviar.href}>{confirmado.enviar.label}</OutlineLink>
          )}
          {confirmado.encaminhar === null ? null : (
            <OutlineLink href={confirmado.encaminhar}>Encaminhar o convite</OutlineLink>
          )}
          {confirmado.empresaid === null ? null : (
            <OutlineLink href={`/${confirmado.empresaid}`}>Cadastrar outro convidado</OutlineLink>
          )}
        </>
      }
    />
  ) : null
  if (lembrete)
    return (
      <Page alert={alert}>
        <Faixa mudou={mudou} />
        <JaConfirmado {...lembrete} />
      </Page>
    )
  if (proprio)
    return (
      <>
        {alert}
        <main>
          <h1 className="oculto">Convite</h1>
          <Quadro arte={arte} alt={alt} href="/cadastro">
            <Faixa mudou={mudou} />
          </Quadro>
          <div className="talao">
            <QuemConvida />
            <QuandoOnde {...proprio.evento} />
            {proprio.estado === 'encerrado' ? <p className="para">As inscrições terminaram.</p> : null}
            <div className="acoes">
              {proprio.estado === 'aberto' ? (
                <ButtonLink href="/cadastro">Confirmar presença</ButtonLink>
              ) : null}
              {waysTo(loaded).map(([href, text]) => (
                <OutlineLink key={href} href={href}>
                  {text}
                </OutlineLink>
              ))}
            </div>
          </div>
        </main>
        <PrefetchForm />
      </>
    )
  const [first, many] = [firstWay(loaded), manyWays(loaded)]
  const invitation = (
    <>
      {isElsewhere ? (
        <div className="atalho">
          <a href="/minhas">JÁ ME CADASTREI</a>
        </div>
      ) : null}
      <div className="quadro">
        <Imagem arte={arte} alt={alt} href="/cadastro" />
        {first ? (
          <a className="confirmado" href={first[0]}>
            {first[1]}
          </a>
        ) : null}
      </div>
    </>
  )
  return (
    <>
      {alert}
      <main>
        <h1 className="oculto">Convite</h1>
        {mudou ? (
          <div className="alto">
            <Faixa mudou={mudou} />
            {invitation}
          </div>
        ) : (
          invitation
        )}
        {many.length === 0 ? null : (
          <nav aria-label="Credenciais">
            <ul className="minhas" id="credenciais">
              {many.map(([href, text]) => (
                <li key={href}>
                  <a href={href}>{text}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </main>
      <PrefetchForm />
    </>
  )
}

const PERDIDA: Record<Perdida, string> = {
  consentimento:
    'A resposta sobre a sua saúde não foi guardada, porque faltou marcar a autorização. Para guardá-la, faça o cadastro de novo com os mesmos dados.',
  cadastrado:
    'As respostas não foram guardadas, porque o cadastro já existia: responda no aparelho em que ele foi feito, ou fale com a organização.',
  mudou:
    'Uma resposta não foi guardada: a pergunta mudou enquanto você respondia. Se quiser, faça o cadastro de novo com os mesmos dados.',
}

interface Confirmado {
  nome: string | null
  perdida: Perdida | null
  acompanhantes: unknown[]
}

function explanationOf({ nome, perdida, acompanhantes }: Confirmado): string | null {
  const guardado =
    acompanhantes.length === 0
      ? 'seu lugar está guardado'
      : `seus ${acompanhantes.length + 1} lugares estão guardados`
  const told = [nome === null ? [] : `${nome}, ${guardado}.`, perdida ? PERDIDA[perdida] : []]
  return told.flat().join(' ') || null
}

/** What this browser registered; `/minhas` shows what does not fit (`hasMore`). */
interface Own {
  credenciais: { nome: string; href: string }[]
  hasMore: boolean
  isConfirmed: boolean
}

type Way = [href: string, text: string]

/**
 * Over the drawn button, which asks to confirm: a browser that has confirmed sees that, and a link to what it
 * registered. Null for a browser that registered nobody.
 */
function firstWay({ credenciais, hasMore, isConfirmed }: Own): Way | null {
  const [first, ...others] = credenciais
  if (hasMore) return ['/minhas', 'Ver as credenciais']
  if (!first) return null
  if (others.length > 0) return ['#credenciais', `Ver as ${credenciais.length} credenciais`]
  return [first.href, isConfirmed ? 'VOCÊ ESTÁ CONFIRMADO · Ver credencial' : 'Ver minha credencial']
}

/** A way to each, unless there is only one. */
function manyWays({ credenciais, hasMore }: Own): Way[] {
  if (credenciais.length < 2 && !hasMore) return []
  const each = credenciais.map(({ nome, href }): Way => [href, `CREDENCIAL DE ${nome}`])
  return hasMore ? [...each, ['/minhas', 'Ver todas as credenciais']] : each
}

/** Both on the stub below an own picture, where each has room. */
function waysTo(own: Own & { isElsewhere: boolean }): Way[] {
  if (own.isElsewhere) return [['/minhas', 'JÁ ME CADASTREI']]
  const [many, first] = [manyWays(own), firstWay(own)]
  return many.length > 0 || !first ? many : [first]
}

const RULES = JSON.stringify({ prefetch: [{ urls: ['/cadastro'] }] })

/**
 * Lets the browser fetch the form while the guest looks at the invitation, so that it opens at the first tap.
 * Its rules are data, not a script, but the policy applies to them too.
 */
function PrefetchForm() {
  const { nonce } = useContext(DocumentContext)
  return <script type="speculationrules" nonce={nonce} dangerouslySetInnerHTML={{ __html: RULES }} />
}
