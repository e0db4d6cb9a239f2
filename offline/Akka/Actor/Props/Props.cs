#nullable disable annotations // oblivious, as Akka's own signatures are: sender, name and message may be null

using System.Linq.Expressions;
using Akka.Dispatch;
using Akka.Routing;

namespace Akka.Actor;

/// <summary>How to create an actor: its type and arguments (or a producer) and where it is deployed.</summary>
public class Props : IEquatable<Props>
{
    private static readonly object[] NoArguments = [];
    private static readonly Deploy Undeployed = new();

    public static readonly Props None = new TerminatedProps();

    private readonly IIndirectActorProducer _producer;

    public Props(Type type)
        : this(type, NoArguments)
    {
    }

    public Props(Type type, object[] args)
        : this(Undeployed, type, args)
    {
    }

    public Props(Type type, SupervisorStrategy supervisorStrategy, params object[] args)
        : this(Undeployed, type, args) => SupervisorStrategy = supervisorStrategy!;

    public Props(Deploy deploy, Type type, params object[] args)
        : this(deploy, type, new ActivatorProducer(type, args), args)
    {
    }

    protected Props(Props copy)
        : this(copy.Deploy, copy.Type, copy._producer, copy.Arguments) => SupervisorStrategy = copy.SupervisorStrategy;

    private Props(Deploy deploy, Type type, IIndirectActorProducer producer, object[] args)
    {
        Deploy = deploy;
        Type = type ?? throw new ArgumentNullException(nameof(type), "Props need the type of an actor.");
        Arguments = args;
        _producer = producer;
    }

    public Type Type { get; }

    public object[] Arguments { get; }

    public Deploy Deploy { get; protected set; }

    public SupervisorStrategy SupervisorStrategy { get; protected set; }

    public string Mailbox => Deploy.Mailbox;

    public string Dispatcher => Deploy.Dispatcher == Deploy.NoDispatcherGiven ? Dispatchers.DefaultDispatcherId : Deploy.Dispatcher;

    public RouterConfig RouterConfig => Deploy.RouterConfig;

    public static Props Create<TActor>(Expression<Func<TActor>> factory, SupervisorStrategy supervisorStrategy = null)
        where TActor : ActorBase
    {
        if (factory.Body is not NewExpression creation)
        {
            throw new ArgumentException("The factory must be of the form () => new TheActor(...).", nameof(factory));
        }

        var args = creation.Arguments.Count == 0 ? NoArguments : creation.Arguments.Select(Evaluate).ToArray();
        return new Props(typeof(TActor), supervisorStrategy, args);
    }

    public static Props Create<TActor>(params object[] args)
        where TActor : ActorBase => new(typeof(TActor), args);

    public static Props Create(Type type, params object[] args) => new(type, args);

    public static Props CreateBy(IIndirectActorProducer producer, params object[] args) =>
        new(Undeployed, producer.ActorType, producer, args);

    public Props WithDeploy(Deploy deploy)
    {
        var copy = Copy();
        copy.Deploy = deploy.WithFallback(Deploy);
        return copy;
    }

    public Props WithMailbox(string mailbox) => Deployed(Deploy.WithMailbox(mailbox));

    public Props WithDispatcher(string dispatcher) => Deployed(Deploy.WithDispatcher(dispatcher));

    public Props WithStashCapacity(int stashCapacity) => Deployed(Deploy.WithStashCapacity(stashCapacity));

    public Props WithRouter(RouterConfig routerConfig) => Deployed(Deploy.WithRouterConfig(routerConfig));

    public Props WithSupervisorStrategy(SupervisorStrategy supervisorStrategy)
    {
        var copy = Copy();
        copy.SupervisorStrategy = supervisorStrategy;
        return copy;
    }

    public virtual ActorBase NewActor() => _producer.Produce();

    internal void Release(ActorBase actor) => _producer.Release(actor);

    protected virtual Props Copy() => new(this);

    public bool Equals(Props other) =>
        ReferenceEquals(this, other)
        || (other is not null && Type == other.Type && Deploy.Equals(other.Deploy) && Arguments.SequenceEqual(other.Arguments));

    public override bool Equals(object obj) => Equals(obj as Props);

    public override int GetHashCode() => HashCode.Combine(Type, Deploy.Dispatcher, Deploy.Mailbox);

    private static object Evaluate(Expression argument) => argument is ConstantExpression constant
        ? constant.Value!
        : Expression.Lambda<Func<object>>(Expression.Convert(argument, typeof(object))).Compile(preferInterpretation: true)();

    private Props Deployed(Deploy deploy)
    {
        var copy = Copy();
        copy.Deploy = deploy;
        return copy;
    }

    internal sealed class EmptyActor : ActorBase
    {
        protected override bool Receive(object message) => false;
    }
}

/// <summary>The props of an actor that has stopped.</summary>
public class TerminatedProps() : Props(typeof(ActorBase))
{
    public override ActorBase NewActor() => throw new InvalidOperationException("The actor has stopped.");
}
