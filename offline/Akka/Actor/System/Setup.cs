using Akka.Configuration;
using Akka.Util;

namespace Akka.Actor.Setup
{
    /// <summary>A part of a system's set-up that HOCON cannot carry.</summary>
    public abstract class Setup;

    /// <summary>At most one set-up of each type.</summary>
    public sealed class ActorSystemSetup
    {
        public static readonly ActorSystemSetup Empty = new([]);

        private readonly Dictionary<Type, Setup> _setups;

        private ActorSystemSetup(Dictionary<Type, Setup> setups) => _setups = setups;

        public static ActorSystemSetup Create(params Setup[] setup)
        {
            var setups = new Dictionary<Type, Setup>();
            foreach (var one in setup)
            {
                setups[one.GetType()] = one;
            }

            return new ActorSystemSetup(setups);
        }

        public Option<T> Get<T>()
            where T : Setup =>
            _setups.TryGetValue(typeof(T), out var setup) ? Option<T>.Create((T)setup) : Option<T>.None;

        public ActorSystemSetup WithSetup<T>(T setup)
            where T : Setup =>
            new(new Dictionary<Type, Setup>(_setups) { [setup.GetType()] = setup });

        public ActorSystemSetup And<T>(T setup)
            where T : Setup => WithSetup(setup);

        public override string ToString() => $"ActorSystemSetup({string.Join(",", _setups.Keys.Select(type => type.FullName))})";
    }
}

namespace Akka.Actor
{
    /// <summary>The configuration of a new system.</summary>
    public sealed class BootstrapSetup : Setup.Setup
    {
        private BootstrapSetup(Option<Config> config, Option<ProviderSelection> provider)
        {
            Config = config;
            ActorRefProvider = provider;
        }

        public Option<Config> Config { get; }

        public Option<ProviderSelection> ActorRefProvider { get; }

        public static BootstrapSetup Create() => new(Option<Config>.None, Option<ProviderSelection>.None);

        public BootstrapSetup WithConfig(Config config) => new(Option<Config>.Create(config), ActorRefProvider);

        public BootstrapSetup WithActorRefProvider(ProviderSelection name) => new(Config, Option<ProviderSelection>.Create(name));

        public BootstrapSetup WithConfigFallback(Config config) =>
            Config.HasValue ? WithConfig(Config.Value.SafeWithFallback(config)) : WithConfig(config);
    }
}
