import { daOcasiao } from '../../server/domain/artigo.ts'
import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { certificadoShown } from '~/convidado/certificado.server'
import { Contato } from '~/shared/contato'
import type { RouteHandle } from '~/shared/document'
import { pageLoader } from '~/shared/failure.server'
import { ButtonLink, Gate, Heading, OutlineLink, Page, Rule, titled, useEvento } from '~/shared/page'
import { noForm, noStore } from '~/shared/remix.server'

export const handle: RouteHandle = { sheet: 'certificado' }

/**
 * A guest's certificate, from the end of the event until personal data is erased; before that, why there is
 * none yet.
 */
export const loader = pageLoader(async ({ params, request, services }) => {
  const shown = await certificadoShown(params.token ?? '', request, services)
  return noStore({ shown }, shown.kind === 'ensaio' ? 404 : 200)
})

export const action = noForm

export const meta = titled<typeof loader>((data) =>
  data?.shown.kind === 'pronto' ? `Certificado de ${data.shown.nome}` : 'Certificado',
)

type Shown = ReturnType<typeof useLoaderData<typeof loader>>['shown']
type Pronto = Extract<Shown, { kind: 'pronto' }>

export default function Certificado() {
  const { shown } = useLoaderData<typeof loader>()
  return <Page>{shown.kind === 'pronto' ? <Folha {...shown} /> : <SemCertificado {...shown} />}</Page>
}

/** The certificate, what can be done with it, and until when. */
function Folha({ nome, titulo, horas, codigo, ate, pdf, imagem, conferencia, conferir, whatsapp }: Pronto) {
  const { ocasiao = '', contato = '' } = useEvento() ?? {}
  return (
    <>
      <Heading kicker={ocasiao} title="SEU CERTIFICADO" />
      <img
        className="folha"
        src={imagem}
        width="1684"
        height="1191"
        alt={`O certificado, em folha A4 deitada: ${nome} participou ${daOcasiao(ocasiao)}, “${titulo}”, ${horas}.`}
      />
      <div className="acoes">
        <ButtonLink href={pdf}>Baixar em PDF</ButtonLink>
        <OutlineLink href={whatsapp}>Enviar pelo WhatsApp</OutlineLink>
      </div>
      <dl className="fatos">
        <dt>Código</dt>
        <dd className="codigo">{codigo}</dd>
        <dt>Conferência</dt>
        <dd>
          {'Qualquer pessoa confere em '}
          <a href={conferir}>{conferencia}</a>, com o nome e o código, hoje ou daqui a anos.
        </dd>
        <dt>Baixe até</dt>
        <dd>{`${ate}. Depois apagamos os seus dados, e o arquivo fica só com você.`}</dd>
        <dt>Nome errado?</dt>
        <dd>
          {'Fale com a organização antes dessa data: '}
          <Contato contato={contato} />
          {
            '. O nome corrigido recebe outro código; o código de antes continua verdadeiro para o nome como estava.'
          }
        </dd>
      </dl>
      <p className="nota">Em papel: A4 deitado, sem “ajustar à página”. Fica bem também em preto e branco.</p>
    </>
  )
}

const NOBODY = {
  cancelado: 'O evento foi cancelado, e por isso não há certificados.',
  desistiu: 'Sua presença foi retirada, e a porta não registrou sua entrada.',
  'nao-entrou': 'A porta não registrou sua entrada. Recebe o certificado quem passou por ela.',
  anulada: 'A entrada feita com esta credencial foi anulada. Recebe o certificado quem passou pela porta.',
}

/** Why there is no certificate, under the closed gate. */
function SemCertificado(props: Exclude<Shown, Pronto>) {
  const { ocasiao = '', contato = '' } = useEvento() ?? {}
  const ask = (before: string, after: string) => (
    <>
      {before}
      <Contato contato={contato} />
      {after}
    </>
  )
  const sem = (title: string, why: ReactNode, note: ReactNode) => (
    <div className="centro">
      <p className="sobre">{ocasiao}</p>
      <h1 className="nome-longo">{title}</h1>
      <Rule />
      <Gate />
      <p>{why}</p>
      {'credencial' in props ? (
        <ButtonLink href={props.credencial}>Ver minha credencial</ButtonLink>
      ) : (
        <ButtonLink href="/">Ver o convite</ButtonLink>
      )}
      {note === null ? null : <p className="nota">{note}</p>}
    </div>
  )
  switch (props.kind) {
    case 'ainda-nao':
      return sem(
        'O CERTIFICADO VEM DEPOIS',
        <>
          {'Ele fica pronto quando o evento termina: '}
          <b>{props.quando}</b>. Volte a esta página com o mesmo link.
        </>,
        'Recebe o certificado quem passar pela porta.',
      )
    case 'cancelado':
      return sem('SEM CERTIFICADO', NOBODY[props.kind], null)
    case 'desistiu':
    case 'nao-entrou':
    case 'anulada':
      // The organiser can still admit someone afterwards, from a paper list.
      return sem(
        'SEM CERTIFICADO',
        NOBODY[props.kind],
        ask(`Você esteve lá? Fale com a organização até ${props.ate}: `, '.'),
      )
    case 'sem-letras':
      return sem(
        'FALTA ESCREVER O NOME',
        <>
          {'O certificado não tem todas as letras de '}
          <b>{props.nome}</b>.
        </>,
        ask(
          `Peça à organização que o escreva com as nossas letras, até ${props.ate}: `,
          '. Depois, volte a esta página.',
        ),
      )
    case 'ensaio':
      return sem(
        'CREDENCIAL DE ENSAIO',
        'Esta credencial é de um ensaio da porta: a pessoa é inventada, e não há certificado.',
        null,
      )
    default:
      return props satisfies never
  }
}
