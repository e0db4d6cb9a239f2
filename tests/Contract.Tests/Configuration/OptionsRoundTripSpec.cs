using System.Reflection;
using Akka.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace AkkaInstrumentation.Tests;

/// <summary>What is set in code arrives in the settings that the instrumentation works with, by way of HOCON.</summary>
public sealed class OptionsRoundTripSpec
{
    private static readonly Lazy<Task<Dictionary<string, object>>> Defaults = new(() => SettingsWith(_ => { }));

    public static TheoryData<string> Options => [.. OptionTree.Options.Select(option => option.Name)];

    [Fact]
    public void Settings_are_the_options() =>
        Assert.Equal(
            OptionTree.Options.Select(option => option.Setting).Order(StringComparer.Ordinal),
            SettingProperties().Select(property => property.Name).Order(StringComparer.Ordinal));

    [Theory]
    [MemberData(nameof(Options))]
    public async Task An_option_that_is_not_its_default_arrives_and_changes_no_other(string name)
    {
        var option = OptionTree.Options.Single(option => option.Name == name);
        var defaults = await Defaults.Value;
        var other = Other(defaults[option.Setting]);
        var settings = await SettingsWith(options => option.Set(options, other));

        Assert.Equal(other, settings[option.Setting]);
        Assert.Equal(defaults.Where(setting => setting.Key != option.Setting), settings.Where(setting => setting.Key != option.Setting));
    }

    // a setting of a new type needs a line
    private static object Other(object value) => value switch
    {
        bool on => !on,
        int number => number + 1,
        TimeSpan time when time == Timeout.InfiniteTimeSpan => TimeSpan.FromMilliseconds(1_500),
        double.PositiveInfinity => 100.0,
        double.NaN => 0.5,
        double number => number / 2,
        TimeSpan time => time * 2,
        AkkaMessageDistributions distributions =>
            distributions == AkkaMessageDistributions.All ? AkkaMessageDistributions.Adaptive : AkkaMessageDistributions.All,
        AkkaUnsampledTraceIds ids => ids == AkkaUnsampledTraceIds.Always ? AkkaUnsampledTraceIds.WhenUsed : AkkaUnsampledTraceIds.Always,
        AkkaLocalSpanKind kind => kind == AkkaLocalSpanKind.Internal ? AkkaLocalSpanKind.Consumer : AkkaLocalSpanKind.Internal,
        AkkaKeptTraces kept => kept == AkkaKeptTraces.Both ? AkkaKeptTraces.Off : AkkaKeptTraces.Both,
        AkkaRemoteTracing remote => remote == AkkaRemoteTracing.Always ? AkkaRemoteTracing.Off : AkkaRemoteTracing.Always,
        string => "process {actor}",
        IReadOnlyList<string> { Count: 0 } => new[] { "akka.message.type" },
        IReadOnlyList<string> => new[] { "akka.actor.default-blocking-io-dispatcher" },
        _ => throw new NotSupportedException($"a value of {value.GetType()} that is not {value}"),
    };

    private static Config Quiet { get; } = ConfigurationFactory.ParseString("akka { loglevel = ERROR, stdout-loglevel = OFF }");

    private static async Task<Dictionary<string, object>> SettingsWith(Action<AkkaInstrumentationOptions> configure)
    {
        var builder = Host.CreateApplicationBuilder();
        builder.Services.AddAkka("options", (akka, _) => akka
            .AddHocon(Quiet, HoconAddMode.Append)
            .WithInstrumentation(configure));
        using var host = builder.Build();
        await host.StartAsync();
        var settings = InternalSettings(AkkaInstrumentationExtension.For(host.Services.GetRequiredService<ActorSystem>()));
        await host.StopAsync();
        return SettingProperties().ToDictionary(property => property.Name, property => property.GetValue(settings)!);
    }

    // the contract is about values, which are internal, so reflection reads them
    private static object InternalSettings(AkkaInstrumentationExtension extension) => SettingsProperty.GetValue(extension)!;

    private static PropertyInfo SettingsProperty { get; } =
        typeof(AkkaInstrumentationExtension).GetProperty("Settings", BindingFlags.Instance | BindingFlags.NonPublic)!;

    // what is only derived from others has no init accessor; rules and callbacks are internal types and have specs of their own
    private static IEnumerable<PropertyInfo> SettingProperties() =>
        SettingsProperty.PropertyType.GetProperties().Where(property => property.CanWrite && property.PropertyType.IsPublic);
}
