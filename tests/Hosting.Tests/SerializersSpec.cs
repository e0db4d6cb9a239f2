using Akka.Serialization;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// An instrumented system has the serializers of the same system without the instrumentation: their identifiers, what they are bound to and which of
/// two that claim one identifier has it. In which order Akka makes them decides that, and what is merged into a configuration changes it.
/// </summary>
public sealed class SerializersSpec
{
    private const int ClaimedByTwo = 4;

    private static readonly Config Application = ConfigurationFactory.ParseString(
        """
        akka.actor {
          serializers.claimant = "AkkaInstrumentation.Tests.SerializersSpec+Claimant, Hosting.Tests"
          serialization-bindings { "AkkaInstrumentation.Tests.SerializersSpec+Parcel, Hosting.Tests" = claimant }
        }
        """);

    public static TheoryData<string, bool> Ways =>
        Combinations.Each(["Defaults", "WithAkkaInstrumentation", "Reference", "extension", "mailbox by HOCON", "Props"], false, true);

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task The_serializers_are_those_of_the_system_without_us(string way, bool akkasOwnFirst)
    {
        var application = ApplicationOf(akkasOwnFirst);
        await using var plain = Create(Uninstrumented(way, application));
        await using var instrumented = Create(Instrumented(way, application));
        if (way == "Props")
        {
            instrumented.ActorOf(Echo.Props.WithInstrumentation());
        }

        Assert.True(instrumented.System.HasExtension<AkkaInstrumentationExtension>() || way == "Reference");
        Assert.Equal(Serializers(plain.System), Serializers(instrumented.System));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task So_are_those_of_a_host_which_are_made_once_too(bool akkasOwnFirst)
    {
        await using var plain = await TestHost.StartWithoutSdk(akka => akka.AddHocon(ApplicationOf(akkasOwnFirst), HoconAddMode.Append));
        await using var instrumented = await TestHost.StartWithoutSdk(
            akka => akka.AddHocon(ApplicationOf(akkasOwnFirst), HoconAddMode.Append).WithInstrumentation());

        Assert.True(instrumented.System.HasExtension<AkkaInstrumentationExtension>());
        Assert.Equal(1, Claimant.Made[instrumented.System.Name]);
        Assert.Equal(Serializers(plain.System), Serializers(instrumented.System));
    }

    [Theory]
    [InlineData("Defaults")]
    [InlineData("WithAkkaInstrumentation")]
    [InlineData("Reference")]
    [InlineData("Props")]
    public async Task They_are_made_once(string way)
    {
        await using var instrumented = Create(Instrumented(way, Application));
        if (way == "Props")
        {
            instrumented.ActorOf(Echo.Props.WithInstrumentation());
        }

        Assert.Equal(1, Claimant.Made[instrumented.Name]);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_plug_in_that_makes_Akka_read_them_again_changes_both_alike(bool akkasOwnFirst)
    {
        var application = ApplicationOf(akkasOwnFirst);
        await using var plain = Create(application);
        await using var instrumented = Create(Instrumented("WithAkkaInstrumentation", application));
        foreach (var system in (ActorSystem[])[plain.System, instrumented.System])
        {
            system.Settings.InjectTopLevelFallback(ConfigurationFactory.ParseString("a-plug-in.key = value"));
        }

        Assert.Equal(2, Claimant.Made[instrumented.Name]);
        Assert.Equal(Serializers(plain.System), Serializers(instrumented.System));
    }

    // A configuration that begins with Akka's own is one that Akka takes as it is.
    private static Config ApplicationOf(bool akkasOwnFirst) => akkasOwnFirst ? ConfigurationFactory.Default().WithFallback(Application) : Application;

    private static Config Instrumented(string way, Config application) => way switch
    {
        "Defaults" => AkkaInstrumentationConfig.Defaults.WithFallback(application),
        "WithAkkaInstrumentation" => application.WithAkkaInstrumentation(),
        "Reference" or "Props" => application.WithFallback(AkkaInstrumentationConfig.Reference),
        "extension" => ConfigurationFactory.ParseString(
            """akka.extensions = ["AkkaInstrumentation.AkkaInstrumentationProvider, AkkaInstrumentation.Telemetry"]""").WithFallback(application),
        "mailbox by HOCON" => ConfigurationFactory.ParseString(
            """akka.actor.default-mailbox.mailbox-type = "AkkaInstrumentation.UnboundedInstrumentedMailbox, AkkaInstrumentation.Mailbox" """).WithFallback(application),
        _ => throw new ArgumentOutOfRangeException(nameof(way), way, null),
    };

    // whoever overrides one of Akka's values by hand makes Akka merge again, with us or without
    private static Config Uninstrumented(string way, Config application) => way == "mailbox by HOCON"
        ? ConfigurationFactory.ParseString("akka.actor.default-mailbox.mailbox-type = \"Akka.Dispatch.UnboundedDequeBasedMailbox, Akka\"")
            .WithFallback(application)
        : application;

    private static TestSystem Create(Config config) => new(ActorSystem.Create($"serializers-{Guid.NewGuid():N}"[..20], config));

    private static List<string> Serializers(ActorSystem system)
    {
        // by the paths that Akka reads: a section of a section may be merged in another order
        var config = system.Settings.Config;
        return
        [
            .. config.GetConfig("akka.actor.serializers").AsEnumerable().Select(serializer => $"{serializer.Key} is {serializer.Value.GetString()}"),
            .. config.GetConfig("akka.actor.serialization-bindings").AsEnumerable()
                .Select(binding =>
                    (binding.Key, Serializer: system.Serialization.FindSerializerForType(Type.GetType(binding.Key, throwOnError: true))))
                .Select(bound => $"{bound.Key} is bound to {bound.Serializer.GetType()} with {bound.Serializer.Identifier}"),
            $"{ClaimedByTwo} is {system.Serialization.Deserialize([1], ClaimedByTwo, typeof(byte[]))}",
        ];
    }

    private sealed record Parcel;

    /// <summary>Claims the identifier of Akka's own serializer of bytes.</summary>
    private sealed class Claimant : Serializer
    {
        public Claimant(ExtendedActorSystem system)
            : base(system) => Made.AddOrUpdate(system.Name, 1, static (_, count) => count + 1);

        public static ConcurrentDictionary<string, int> Made { get; } = new();

        public override int Identifier => ClaimedByTwo;

        public override bool IncludeManifest => false;

        public override byte[] ToBinary(object obj) => [];

        public override object FromBinary(byte[] bytes, Type type) => nameof(Claimant);
    }
}
