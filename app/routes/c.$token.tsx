import { useLoaderData } from '@remix-run/react'
import { hasCertificado } from '~/convidado/certificado.server'
import { whoReads } from '~/convidado/dados.server'
import { Faixa } from '~/convidado/faixa'
import { faixaOf } from '~/convidado/faixa.server'
import { PresencaWithdrawn } from '~/convidado/presenca'
import { barredOf, desistenciaOf, presencaOf, retiradaOf } from '~/convidado/presenca.server'
import { AdmitButton } from '~/porta/entrada'
import { admitFormOf, admitPath } from '~/porta/entrada.server'
import { isCancelado, isEarly } from '~/shared/closing.server'
import { Contato } from '~/shared/contato'
import { convidadoOf, credencialPath, numeroOf, openCredencial, shownOf } from '~/shared/credenciais.server'
import type { RouteHandle } from '~/shared/document'
import { pageLoader } from '~/shared/failure.server'
import { credencialByWhatsapp, encaminhavel, leadWithoutEnd } from '~/shared/links.server'
import { ButtonLink, Logo, NumeroDaMesa, OutlineLink, Page, QrCode, titled, useIsOver } from '~/shared/page'
import { noForm, noStore, redirect } from '~/shared/remix.server'
import { avisosOf, mapOf, vagasTold, whenOf } from '~/shared/words'

export const handle: RouteHandle = { sheet: 'credencial' }

export const loader = pageLoader(async ({ params, request, services }) => {
  const { evento } = services.config
  const { anfitriao, ocasiao, local, endereco = '', cidade, contato } = evento
  const { token = '' } = params
  leadWithoutEnd(token, (meant) => services.parseToken(meant) && credencialPath(meant))
  const admitir = await admitFormOf(request, token, services)
  // At the door a replaced link still identifies someone: the volunteer reads whose it was.
  if (admitir && services.parseToken(token)) {
    const opened = await openCredencial(token, services)
    if (opened.kind === 'replaced') throw redirect(admitPath(token))
  }
  const convidado = await convidadoOf(token, services)
  const { convidado: dados, path, link } = shownOf(convidado, request, services)
  const [desistencia, numero, barred] = await Promise.all([
    desistenciaOf(convidado, services),
    numeroOf(convidado, services),
    // Nobody is inside before the day, and a page read as often as this one asks for no more than it needs.
    isEarly(services) && !isCancelado(services) ? null : barredOf(convidado, services),
  ])
  const certificado = (await hasCertificado(convidado, services)) ? `${path}/certificado` : null
  // A guest with a certificate came, even after a withdrawal.
  const retirada = certificado === null ? retiradaOf(desistencia, services) : null
  return noStore({
    admitir,
    mudou: faixaOf(services, convidado.credencial.credencialid),
    cracha: {
      ...dados,
      numero,
      vagas: vagasTold(convidado.estacionamento ?? ''),
      anfitriao,
      ocasiao,
      quando: whenOf(evento),
      local,
      endereco,
      cidade,
    },
    avisos: avisosOf(evento),
    mapa: mapOf(evento),
    contato,
    retirada: retirada && { ...retirada, prazo: presencaOf(convidado, services).prazo },
    dados: (await whoReads(request, convidado, services)) === null ? null : `${path}/dados`,
    presenca: `${path}/presenca`,
    canWithdraw: barred === null,
    certificado,
    calendar: `${path}/evento.ics`,
    imagem: `${path}/convite.png`,
    whatsapp: credencialByWhatsapp(evento, link),
    // The public form took this guest: it says itself when it is full, and no credencial has to ask.
    encaminhar: convidado.empresa === null ? encaminhavel(request, services) : null,
  })
})

export const action = noForm

export const meta = titled<typeof loader>((data) => `Credencial de ${data?.cracha.nome ?? ''}`)

export default function Credencial() {
  const shown = useLoaderData<typeof loader>()
  const { admitir, mudou, cracha, retirada, calendar, certificado } = shown
  const isOver = useIsOver()
  if (retirada) {
    return (
      <Page>
        {admitir ? <AdmitButton {...admitir} /> : null}
        <Faixa mudou={mudou} />
        <PresencaWithdrawn {...retirada} nome={cracha.nome} action={shown.presenca} calendar={calendar} />
      </Page>
    )
  }
  const isCancelado = mudou?.kind === 'cancelado'
  const naoVou = shown.canWithdraw ? <a href={shown.presenca}>Não vou poder ir</a> : null
  return (
    <Page>
      {admitir ? <AdmitButton {...admitir} /> : null}
      <Faixa mudou={mudou}>{naoVou}</Faixa>
      <Badge cracha={cracha} />
      {shown.avisos.map((aviso) => (
        <p key={aviso} className="informacoes">
          {aviso}
        </p>
      ))}
      <div className="acoes">
        {certificado === null ? null : <ButtonLink href={certificado}>Meu certificado</ButtonLink>}
        {mudou ? (
          <ButtonLink href={calendar}>{isCancelado ? 'Tirar da agenda' : 'Mudar na minha agenda'}</ButtonLink>
        ) : null}
        {isCancelado ? null : (
          <>
            <a
              className={mudou || certificado !== null ? 'botao contorno' : 'botao'}
              href={shown.imagem}
              download="convite.png"
            >
              Salvar na galeria
            </a>
            {shown.mapa === null || isOver ? null : <OutlineLink href={shown.mapa}>Como chegar</OutlineLink>}
            {mudou || isOver ? null : <OutlineLink href={calendar}>Adicionar à agenda</OutlineLink>}
            {isOver ? null : <OutlineLink href={shown.whatsapp}>Enviar minha credencial</OutlineLink>}
          </>
        )}
        <OutlineLink href="/">Voltar ao convite</OutlineLink>
      </div>
      {mudou?.kind === 'mudou' ? (
        <p className="nota">{`Se aparecer duas vezes na agenda, apague ${former(mudou.dia)}.`}</p>
      ) : null}
      <p className="nota">
        {'Nome ou número errado? Fale com a organização: '}
        <Contato contato={shown.contato} />
      </p>
      <p className="nota">
        {shown.dados === null ? null : <a href={shown.dados}>Meus dados</a>}
        {shown.dados === null || naoVou === null || mudou ? null : ' · '}
        {mudou ? null : naoVou}
      </p>
      {shown.encaminhar === null ? null : (
        <p className="nota">
          {'A credencial é só sua. Para chamar outra pessoa: '}
          <a href={shown.encaminhar}>Encaminhar o convite</a>
        </p>
      )}
    </Page>
  )
}

/** Some calendars copy an entry that has moved. */
const former = (dia: string | null) => (dia === null ? 'a antiga' : `a de ${dia}`)

/** A longer name is set smaller, so that the badge still prints on one page. */
const LONG_NAME = 40

type Cracha = ReturnType<typeof useLoaderData<typeof loader>>['cracha']

/** A guest's credencial as a badge: light in every mode, because a camera has to read it. */
function Badge({ cracha }: { cracha: Cracha }) {
  const { nome, telefone, empresa, numero, codigo, endereco, vagas } = cracha
  return (
    <article className="cracha">
      <header>
        <Logo />
        <p>{cracha.anfitriao}</p>
        <p className="ocasiao">{cracha.ocasiao}</p>
      </header>
      <h1 className={nome.length > LONG_NAME ? 'longo' : undefined}>{nome}</h1>
      {empresa === null ? null : <p className="empresa">{empresa}</p>}
      <NumeroDaMesa numero={numero} />
      <QrCode qr={cracha.qr} label={`QR code da credencial ${codigo}`} />
      <p className="codigo">
        <span className="oculto">Código </span>
        {codigo}
      </p>
      <dl>
        <dt className="oculto">Data</dt>
        <dd>{cracha.quando}</dd>
        <dt className="oculto">Local</dt>
        <dd>{cracha.local}</dd>
        {endereco === '' ? null : <dd>{endereco}</dd>}
        <dd>{cracha.cidade}</dd>
        {vagas === '' ? null : <dd>{vagas.replace(':', ' da empresa:')}</dd>}
        {telefone === '' ? null : (
          <>
            <dt className="oculto">WhatsApp</dt>
            <dd className="telefone">
              <span aria-hidden="true">{telefone}</span>
              <span className="oculto">{`final ${telefone.slice(-4)}`}</span>
            </dd>
          </>
        )}
      </dl>
    </article>
  )
}
