import { useActionData, useLoaderData } from '@remix-run/react'
import { own } from '../../../server/domain/own.ts'
import { Alert } from '~/convidado/alert'
import {
  fieldsFor,
  formCookie,
  formOf,
  isHeld,
  openForm,
  perguntasFor,
  PUBLIC_FORM,
  readFormCookie,
} from '~/convidado/cadastro.server'
import { explainNotSaved, refuseCadastro } from '~/convidado/recusa.server'
import {
  closedTitle,
  FaleComQuemConvidou,
  RegistrationClosed,
  houseTitle,
  SemConvite,
  SemLugar,
} from '~/convidado/reserva'
import { closingOf, isCancelado, isClosed, refuseClosed } from '~/shared/closing.server'
import { ContactLine } from '~/shared/contato'
import { tokensOf } from '~/shared/credenciais.server'
import type { RouteHandle } from '~/shared/document'
import { limitOf, pageAction, pageLoader } from '~/shared/failure.server'
import { countFields, ErrorSummary } from '~/shared/field'
import { cadastroPath, OcasiaoEQuando, Page, Rule, titled, useEvento } from '~/shared/page'
import { CLEAR_PREFETCHED_FORM, json, seeOther } from '~/shared/remix.server'
import { commitSession, ensureSid, readSession, rememberRegistration } from '~/shared/session.server'
import { countOf, LIMIT_OF_HOUSE, limitReached } from '~/shared/words'
import type { CadastroErrors } from '../../../server/domain/cadastro'
import { CadastroForm, OutraPessoa } from './cadastro-form'

export const handle: RouteHandle = {
  sheet: ({ closing, falta, perguntas }) =>
    closing || falta ? 'aviso' : perguntas ? 'formulario-com-perguntas' : 'formulario',
}

/**
 * The form by its address, which names what pays, and the cookie that recognises this browser if the answer
 * is lost. Once registrations are closed, only a browser that holds an invitation gets a form.
 */
export const loader = pageLoader(async ({ request, context, services }) => {
  const session = await readSession(request, services)
  const registros = session.get('registros') ?? 0
  const confirmados = tokensOf(session).length
  const { isRefused = false, isError = false } = context
  // A refused registration comes back as it was typed, and says itself what pays.
  const form = isRefused || isError ? PUBLIC_FORM : await openForm(request, session, services)
  const isOpen = !isRefused && !isCancelado(services) && (form.ate !== null || isError)
  const closing = isOpen ? null : closingOf(services, isRefused)
  const nome = closing
    ? closedTitle(closing)
    : form.falta
      ? form.convite
        ? 'Sem convites'
        : houseTitle(form.falta)
      : 'Cadastro'
  const title = `${isError ? 'Erro: ' : ''}${nome}: ${services.config.evento.ocasiao}`
  const headers = new Headers()
  const cookie = await formCookie(request.headers.get('Cookie'), services)
  if (cookie !== null) headers.append('Set-Cookie', cookie)
  const codigo = form.convite?.codigo ?? null
  if (codigo !== null && session.get('convite') !== codigo) {
    session.set('convite', codigo)
    headers.append('Set-Cookie', await commitSession(session, services))
  }
  const acompanhantes = fieldsFor(form.convite)
  const perguntas = perguntasFor(services)
  return json({ ...form, acompanhantes, perguntas, registros, confirmados, title, closing }, { headers })
})

/**
 * How many times an hour an address may learn that a company already has a guest with a number (decision
 * 0012). Beyond that, a registration is made without asking. Unknown addresses share one count.
 */
const numbersTold = limitOf({ points: 5, duration: 60 * 60 })

/** Registers the guest. A refused registration comes back with the values as they were typed. */
export const action = pageAction(async ({ request, context, services }) => {
  if (isCancelado(services)) return refuseClosed(context)
  const session = await readSession(request, services)
  const address = context.address ?? null
  const form = await formOf(request)
  const isOther = form.some(([name]) => name === 'outra')
  const isAsked = !isOther && (await numbersTold.count(address ?? '', services)) === 0
  const browser = {
    sid: ensureSid(session, services),
    origem: services.origemOf(address),
    recibo: await readFormCookie(request.headers.get('Cookie'), services),
    tokens: tokensOf(session),
    isAsked,
  }
  const result = await services
    .register(form, browser)
    .catch((err: unknown) => explainNotSaved(err, form, services))
  if (isAsked && result.kind !== 'telefone-known') await numbersTold.giveBack(address ?? '', services)
  // Nobody is asked to correct what can no longer be sent.
  if (result.kind === 'invalid' && isClosed(services))
    if (!(await isHeld(result, session, services))) return refuseClosed(context)
  switch (result.kind) {
    case 'registered':
      rememberRegistration(session, services, result)
      throw seeOther('/', { ...CLEAR_PREFETCHED_FORM, 'Set-Cookie': await commitSession(session, services) })
    case 'closed':
      return refuseClosed(context)
    case 'malformed':
      throw new Response(null, { status: 400 })
    default:
      context.isError = true
      return refuseCadastro(result, form, services)
  }
})

export const meta = titled<typeof loader>((data) => data?.title ?? 'Cadastro')

export default function CadastroPage() {
  const loaded = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const evento = useEvento()
  if (loaded.closing) return <RegistrationClosed {...loaded.closing} kicker={evento?.ocasiao ?? ''} />
  const convite = refused ? refused.convite : loaded.convite
  const { falta, terminou, ate } = loaded
  if (falta)
    return convite?.nome ? (
      <SemConvite falta={falta} terminou={terminou} nome={convite.nome} href={cadastroPath(convite)} />
    ) : (
      <SemLugar falta={falta} kicker={evento?.ocasiao ?? ''} />
    )
  const errors: CadastroErrors = refused?.kind === 'invalid' ? refused.errors : {}
  const { acompanhantes, perguntas } = refused ?? loaded
  const fields = ['nome', 'telefone', 'email', ...acompanhantes.map(({ id }) => id)]
  const summary = fields.map((id) => ({ id, message: own(errors, id) }))
  const limit = convite?.nome ? limitReached(convite.nome) : LIMIT_OF_HOUSE
  return (
    <Page
      alert={refused?.kind === 'limit-reached' ? <Alert text="LIMITE ATINGIDO" explanation={limit} /> : null}
    >
      {loaded.confirmados > 0 ? <JaCadastrou confirmados={loaded.confirmados} /> : null}
      <ErrorSummary title={countFields} errors={summary} />
      {refused?.kind === 'telefone-known' ? (
        <OutraPessoa
          convite={convite}
          acompanhantes={acompanhantes}
          perguntas={perguntas}
          values={refused.values}
        />
      ) : null}
      {refused?.kind === 'not-saved' ? (
        <ErrorSummary title="Cadastro não salvo" errors={[{ id: 'confirmar', message: refused.message }]} />
      ) : null}
      {evento ? (
        <p className="sobre">
          <OcasiaoEQuando {...evento} />
        </p>
      ) : null}
      <h1>CADASTRO</h1>
      <Rule />
      {convite?.nome || convite?.rotulo ? (
        <p className="convite-de">
          Convite
          {convite.nome ? (
            <>
              {' de '}
              <strong>{convite.nome}</strong>
            </>
          ) : null}
          {convite.rotulo ? ` para ${convite.rotulo}` : null}
          {ate ? (
            <>
              <br />
              {`reservado neste aparelho até ${ate}.`}
            </>
          ) : null}
        </p>
      ) : null}
      {refused?.kind === 'limit-reached' ? (
        <div className="convite-de">
          <p>{limit}</p>
          {convite?.nome ? <FaleComQuemConvidou /> : null}
          <ContactLine />
        </div>
      ) : null}
      <CadastroForm
        convite={convite}
        values={refused?.values ?? null}
        acompanhantes={acompanhantes}
        perguntas={perguntas}
        errors={errors}
        registros={loaded.registros}
        evento={evento}
      />
    </Page>
  )
}

/**
 * A notice and no extra step: someone registering a whole table goes on typing. It names nobody, because
 * anyone may see the page next.
 */
function JaCadastrou({ confirmados }: { confirmados: number }) {
  return (
    <p className="ja">
      {`Este aparelho já fez ${countOf(confirmados, 'cadastro', 'cadastros')}. `}
      <a href="/minhas">{confirmados === 1 ? 'Ver a credencial' : 'Ver as credenciais'}</a>
    </p>
  )
}
