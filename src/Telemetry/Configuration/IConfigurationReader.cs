using System.Diagnostics.CodeAnalysis;
using Akka.Actor;
using Akka.Configuration;
using Akka.Configuration.Hocon;

namespace AkkaInstrumentation;

/// <summary>
/// Reads the configuration of an actor system, and finds its errors. An assembly of a higher layer, in the same package, implements it.
/// </summary>
internal interface IConfigurationReader
{
    /// <summary>The instrumented defaults above an application's configuration, without that configuration. All that Akka puts below them later is
    /// merged into them.</summary>
    /// <param name="application">The application's configuration; null for none.</param>
    Config DefaultsOver(Config? application);

    /// <summary>
    /// Makes sure that the configuration of a system contains ids such as <c>akka.instrumentation.mailbox.unbounded</c>, because Akka looks them up
    /// only there. Called once for each system, before anything else is read.
    /// </summary>
    /// <returns>The application's settings, without the additions of this library as far as they can be distinguished.</returns>
    Config EnsureReference(Settings settings);

    /// <summary>Whether there is an instrumented counterpart for one of Akka's types of mailboxes.</summary>
    bool HasCounterpart(Type mailbox);

    /// <summary>
    /// Finds errors that Akka itself would notice only later, and instruments the application's own dispatchers. Called when the instrumentation of a
    /// system starts.
    /// </summary>
    /// <param name="system">The actor system.</param>
    /// <param name="dispatchers">The setting <c>dispatchers</c>.</param>
    /// <exception cref="ConfigurationException">The configuration is wrong. The message lists all problems.</exception>
    IDispatcherSections Start(ExtendedActorSystem system, IReadOnlyList<string> dispatchers);

    /// <summary>Reads <c>akka.instrumentation</c>.</summary>
    /// <param name="layers">All sources of settings.</param>
    /// <param name="now">The settings in force, some of which cannot change; null at the start.</param>
    /// <exception cref="ConfigurationException">Unknown keys or values that are not allowed. The message lists all of them.</exception>
    InstrumentationSettings Read(SettingsLayers layers, InstrumentationSettings? now = null);

    /// <summary>The keys of all settings, without those of rules.</summary>
    IEnumerable<string> Keys { get; }

    /// <summary>Reads another section whose properties have a <see cref="SettingAttribute"/>.</summary>
    /// <typeparam name="T">The settings that are read from the section.</typeparam>
    /// <param name="settings">Receives the values.</param>
    /// <param name="path">The section's path.</param>
    /// <param name="find">Finds the value of a key.</param>
    /// <param name="problems">Receives the problems.</param>
    T ReadSection<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicProperties)] T>(
        T settings, string path, Func<string, HoconValue?> find, SettingsProblems problems)
        where T : notnull;

    /// <summary>Reads the section in which the Props of an actor have settings.</summary>
    /// <param name="path">The section's path.</param>
    /// <param name="section">The section.</param>
    /// <param name="problems">Receives the problems.</param>
    /// <param name="decode">Reads the texts of the section.</param>
    RuleEffect ReadEffect(string path, HoconValue section, SettingsProblems problems, Func<string, string> decode);

    /// <summary>Checks that the queue of a mailbox that is wrapped satisfies the requirements that the configuration binds to it.</summary>
    /// <param name="system">The configuration of the actor system.</param>
    /// <param name="id">The id of the mailbox's section.</param>
    /// <param name="key">The key that names the type.</param>
    /// <param name="mailbox">The type of the mailbox that is wrapped.</param>
    /// <exception cref="ConfigurationException">It does not.</exception>
    void CheckRequirements(
        Config system, string id, string key, [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.Interfaces)] Type mailbox);

    /// <summary>The known name that is most similar to a misspelt one.</summary>
    string Nearest(string name, IEnumerable<string> known);

    /// <summary>The problem of a text that must not reach Akka's HOCON reader; null for none.</summary>
    string? ProblemOf(string hocon);
}

/// <summary>Creates the reader. Its type is found by name, because the application may name the instrumentation only in HOCON.</summary>
internal static class ConfigurationReading
{
    [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)]
    private static readonly Type Type = Type.GetType("AkkaInstrumentation.ConfigurationReader, AkkaInstrumentation.Insight", throwOnError: true)!;

    /// <summary>Any thread.</summary>
    public static IConfigurationReader Reader { get; } = (IConfigurationReader)Activator.CreateInstance(Type)!;
}

/// <summary>The dispatchers of an actor system that have sections in its configuration.</summary>
internal interface IDispatcherSections
{
    /// <summary>
    /// An actor gets its mailbox. Any thread. If another thread is registering the sections of a changed configuration at this moment, the call waits
    /// for it, because its actor may look up a new section next.
    /// </summary>
    void Follow();
}
