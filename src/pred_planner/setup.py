from setuptools import find_packages, setup

package_name = "pred_planner"

setup(
    name=package_name,
    version="0.1.0",
    packages=find_packages(exclude=["test"]),
    package_data={package_name: ["py.typed", "data/*", "prompts/*"]},
    data_files=[
        ("share/ament_index/resource_index/packages", ["resource/" + package_name]),
        ("share/" + package_name, ["package.xml"]),
    ],
    install_requires=["setuptools", "numpy", "openai"],
    zip_safe=False,
    maintainer="PRED maintainers",
    maintainer_email="maintainers@pred.invalid",
    description="Reads what a person wants, makes the plan and changes it",
    license="Apache-2.0",
    entry_points={
        "console_scripts": [
            "planner = pred_planner.start:planner",
            "parse = pred_planner.commands.parse:main",
            "revise = pred_planner.commands.revise:main",
        ]
    },
)
