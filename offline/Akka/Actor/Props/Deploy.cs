using Akka.Configuration;
using Akka.Routing;

namespace Akka.Actor;

/// <summary>Where and how an actor is deployed: dispatcher, mailbox, router.</summary>
public class Deploy : IEquatable<Deploy>
{
    public static readonly string NoDispatcherGiven = string.Empty;
    public static readonly string NoMailboxGiven = string.Empty;
    public const int NoStashSize = -1;
    public static readonly Scope NoScopeGiven = null!;
    public static readonly Deploy Local = new(Scope.Local);
    public static readonly Deploy None = null!;

    public Deploy()
        : this("", Config.Empty, NoRouter.Instance, NoScopeGiven, NoDispatcherGiven, NoMailboxGiven)
    {
    }

    public Deploy(string path, Scope scope)
        : this(path, Config.Empty, NoRouter.Instance, scope, NoDispatcherGiven, NoMailboxGiven)
    {
    }

    public Deploy(Scope scope)
        : this("", scope)
    {
    }

    public Deploy(RouterConfig routerConfig)
        : this("", Config.Empty, routerConfig, NoScopeGiven, NoDispatcherGiven, NoMailboxGiven)
    {
    }

    public Deploy(string path, Config config, RouterConfig routerConfig, Scope? scope, string? dispatcher, string? mailbox)
        : this(path, config, routerConfig, scope, dispatcher, mailbox, NoStashSize)
    {
    }

    public Deploy(
        string path, Config config, RouterConfig routerConfig, Scope? scope, string? dispatcher, string? mailbox, int stashCapacity)
    {
        Path = path;
        Config = config;
        RouterConfig = routerConfig;
        Scope = scope!;
        Dispatcher = dispatcher ?? NoDispatcherGiven;
        Mailbox = mailbox ?? NoMailboxGiven;
        StashCapacity = stashCapacity;
    }

    public string Path { get; }

    public Config Config { get; }

    public RouterConfig RouterConfig { get; }

    public Scope Scope { get; }

    public string Mailbox { get; }

    public string Dispatcher { get; }

    public int StashCapacity { get; }

    public virtual Deploy WithFallback(Deploy other) => new(
        Path,
        ReferenceEquals(Config, other.Config) ? Config : Config.WithFallback(other.Config),
        RouterConfig.WithFallback(other.RouterConfig),
        Scope ?? other.Scope,
        Dispatcher == NoDispatcherGiven ? other.Dispatcher : Dispatcher,
        Mailbox == NoMailboxGiven ? other.Mailbox : Mailbox,
        StashCapacity == NoStashSize ? other.StashCapacity : StashCapacity);

    public virtual Deploy WithMailbox(string mailbox) => new(Path, Config, RouterConfig, Scope, Dispatcher, mailbox, StashCapacity);

    public virtual Deploy WithDispatcher(string dispatcher) => new(Path, Config, RouterConfig, Scope, dispatcher, Mailbox, StashCapacity);

    public virtual Deploy WithRouterConfig(RouterConfig routerConfig) =>
        new(Path, Config, routerConfig, Scope, Dispatcher, Mailbox, StashCapacity);

    public virtual Deploy WithStashCapacity(int stashSize) => new(Path, Config, RouterConfig, Scope, Dispatcher, Mailbox, stashSize);

    public bool Equals(Deploy? other) =>
        ReferenceEquals(this, other)
        || (other is not null && Path == other.Path && Mailbox == other.Mailbox && Dispatcher == other.Dispatcher
            && StashCapacity == other.StashCapacity && Equals(RouterConfig, other.RouterConfig) && Equals(Scope, other.Scope));

    public override bool Equals(object? obj) => Equals(obj as Deploy);

    public override int GetHashCode() => HashCode.Combine(Path, Mailbox, Dispatcher);
}

/// <summary>Where in the cluster an actor is deployed; here always locally.</summary>
public abstract class Scope : IEquatable<Scope>
{
    public static readonly LocalScope Local = LocalScope.Instance;

    public virtual bool Equals(Scope? other) => other is not null && other.GetType() == GetType();

    public override bool Equals(object? obj) => Equals(obj as Scope);

    public override int GetHashCode() => GetType().GetHashCode();
}

/// <summary>This process.</summary>
public class LocalScope : Scope
{
    private LocalScope()
    {
    }

    public static LocalScope Instance { get; } = new();
}
