using System.Diagnostics.CodeAnalysis;

namespace AkkaInstrumentation.Tests;

/// <summary>What HOCON names the trimmer cannot see; what stands in for it in code must not fall behind.</summary>
public class KeptTypesSpec
{
    [Fact]
    public void Every_mailbox_type_that_HOCON_can_name_is_in_the_list()
    {
        var types = typeof(InstrumentedMailboxType).Assembly.GetTypes()
            .Where(type => !type.IsAbstract && type.IsAssignableTo(typeof(InstrumentedMailboxType)));

        Assert.Equal(types.Select(type => type.Name).Order(), InstrumentedMailboxes.All.Select(type => type.Name).Order());
    }

    [Fact]
    public void What_the_embedded_HOCON_depends_on_by_name_exists()
    {
        var kept = typeof(AkkaInstrumentationConfig).GetMethods(BindingFlags.Static | BindingFlags.NonPublic | BindingFlags.Public)
            .SelectMany(method => method.GetCustomAttributes<DynamicDependencyAttribute>())
            .Select(named => Assembly.Load(named.AssemblyName!).GetType(named.TypeName!, throwOnError: true)!.GetMember(
                named.MemberSignature!, BindingFlags.Static | BindingFlags.NonPublic | BindingFlags.Public))
            .ToList();

        Assert.Equal([nameof(InstrumentedMailboxes.All)], kept.Select(members => Assert.Single(members).Name));
    }
}
