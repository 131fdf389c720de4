import type { ReactNode } from 'react'
import { Contato } from '~/shared/contato'
import { ButtonLink, Gate, Heading, OutlineLink, Rule, useEvento } from '~/shared/page'

/** A guest's certificate as its page shows it, or why there is none. */
export type CertificadoShown =
  | {
      kind: 'pronto'
      nome: string
      titulo: string
      /** `2 horas` */
      horas: string
      codigo: string
      /** `16 de outubro, 22h`: when personal data is erased. */
      ate: string
      pdf: string
      /** A picture of it. */
      imagem: string
      /** Where anybody verifies it: the address as it is read, and the link. */
      conferencia: string
      conferir: string
      whatsapp: string
    }
  /** `quando`: when the event has ended. */
  | { kind: 'ainda-nao'; quando: string; credencial: string }
  | { kind: 'cancelado' | 'desistiu' | 'nao-entrou' | 'anulada'; ate: string; credencial: string }
  /** The name has letters that no font of ours has. */
  | { kind: 'sem-letras'; nome: string; ate: string; credencial: string }
  | { kind: 'ensaio' }

type Pronto = Extract<CertificadoShown, { kind: 'pronto' }>

/** The certificate, with what one does with it and until when. */
export function CertificadoPronto(props: Pronto) {
  const { nome, titulo, horas, codigo, ate, pdf, imagem, conferencia, conferir, whatsapp } = props
  const { ocasiao = '', contato = '' } = useEvento() ?? {}
  return (
    <>
      <Heading kicker={ocasiao} title="SEU CERTIFICADO" />
      <img
        className="folha"
        src={imagem}
        width="1684"
        height="1191"
        alt={`O certificado, em folha A4 deitada: ${nome} participou de ${ocasiao}, “${titulo}”, ${horas}.`}
      />
      <div className="acoes">
        <ButtonLink href={pdf}>BAIXAR EM PDF</ButtonLink>
        <OutlineLink href={whatsapp}>ENVIAR PELO WHATSAPP</OutlineLink>
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

/** Why there is none, under the closed gate. */
export function SemCertificado(props: Exclude<CertificadoShown, Pronto>) {
  switch (props.kind) {
    case 'ainda-nao':
      return (
        <Sem title="O CERTIFICADO VEM DEPOIS" credencial={props.credencial} note={PASSED}>
          {'Ele fica pronto quando o evento termina: '}
          <b>{props.quando}</b>. Volte a esta página com o mesmo link.
        </Sem>
      )
    case 'cancelado':
      return (
        <Sem title="SEM CERTIFICADO" credencial={props.credencial}>
          O evento foi cancelado, e por isso não há certificados.
        </Sem>
      )
    case 'desistiu':
      return (
        <Sem title="SEM CERTIFICADO" credencial={props.credencial} note={<Engano {...props} />}>
          Sua presença foi retirada, e a porta não registrou sua entrada.
        </Sem>
      )
    case 'nao-entrou':
      return (
        <Sem title="SEM CERTIFICADO" credencial={props.credencial} note={<Engano {...props} />}>
          A porta não registrou sua entrada. Recebe o certificado quem passou por ela.
        </Sem>
      )
    case 'anulada':
      return (
        <Sem title="SEM CERTIFICADO" credencial={props.credencial} note={<Engano {...props} />}>
          A entrada feita com esta credencial foi anulada. Recebe o certificado quem passou pela porta.
        </Sem>
      )
    case 'sem-letras':
      return (
        <Sem title="FALTA ESCREVER O NOME" credencial={props.credencial} note={<NomeEscrito {...props} />}>
          {'O certificado não tem todas as letras de '}
          <b>{props.nome}</b>.
        </Sem>
      )
    case 'ensaio':
      return (
        <Sem title="CREDENCIAL DE ENSAIO" credencial={null}>
          Esta credencial é de um ensaio da porta: a pessoa é inventada, e não há certificado.
        </Sem>
      )
    default:
      return props satisfies never
  }
}

const PASSED = 'Recebe o certificado quem passar pela porta.'

interface SemProps {
  title: string
  credencial: string | null
  note?: ReactNode
  children: ReactNode
}

function Sem({ title, credencial, note, children }: SemProps) {
  const { ocasiao = '' } = useEvento() ?? {}
  return (
    <div className="centro">
      <p className="sobre">{ocasiao}</p>
      <h1 className="nome-longo">{title}</h1>
      <Rule />
      <Gate />
      <p>{children}</p>
      {credencial === null ? (
        <ButtonLink href="/">VER O CONVITE</ButtonLink>
      ) : (
        <ButtonLink href={credencial}>VER MINHA CREDENCIAL</ButtonLink>
      )}
      {note === undefined ? null : <p className="nota">{note}</p>}
    </div>
  )
}

function NomeEscrito({ ate }: { ate: string }) {
  const { contato = '' } = useEvento() ?? {}
  return (
    <>
      {`Peça à organização que o escreva com as nossas letras, até ${ate}: `}
      <Contato contato={contato} />. Depois, volte a esta página.
    </>
  )
}

/** The organiser can admit somebody afterwards, from a paper list. */
function Engano({ ate }: { ate: string }) {
  const { contato = '' } = useEvento() ?? {}
  return (
    <>
      {`Você esteve lá? Fale com a organização até ${ate}: `}
      <Contato contato={contato} />.
    </>
  )
}
